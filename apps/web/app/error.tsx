'use client'
import { NoticePage } from '../components/shell/notice-page'
import { Button } from '../components/ui/button'

export default function ErrorPage({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <NoticePage title="This page broke">
      <p>Sessions and their turns are kept by the server and go on running. What broke is the page: {error.message}</p>
      <Button tone="primary" onClick={reset}>
        Draw it again
      </Button>
    </NoticePage>
  )
}
