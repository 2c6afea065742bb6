import Link from 'next/link'
import { NoticePage } from '../components/shell/notice-page'

export default function NotFound() {
  return (
    <NoticePage title="There is no page at this address">
      <p>
        Nothing was lost. <Link href="/">All sessions are on the first page.</Link>
      </p>
    </NoticePage>
  )
}
