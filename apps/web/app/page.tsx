'use client'
import dynamic from 'next/dynamic'

// Everything on it is read from the server by the browser: there is nothing to draw ahead.
const SessionsPage = dynamic(() => import('../components/sessions/sessions-page').then((page) => page.SessionsPage), {
  ssr: false,
  loading: () => <title>Belay</title>,
})

export default function Page() {
  return <SessionsPage />
}
