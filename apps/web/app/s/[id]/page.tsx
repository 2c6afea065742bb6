'use client'
import dynamic from 'next/dynamic'
import { useParams } from 'next/navigation'

const SessionPage = dynamic(() => import('../../../components/session/session-page').then((page) => page.SessionPage), {
  ssr: false,
  loading: () => <title>Belay</title>,
})

export default function Page() {
  const { id } = useParams<{ id: string }>()
  return <SessionPage key={id} id={id} />
}
