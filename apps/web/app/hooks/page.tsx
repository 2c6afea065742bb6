'use client'
import dynamic from 'next/dynamic'

const HooksPage = dynamic(() => import('../../components/hooks-editor/hooks-page').then((page) => page.HooksPage), {
  ssr: false,
  loading: () => <title>Hooks · Belay</title>,
})

export default function Page() {
  return <HooksPage />
}
