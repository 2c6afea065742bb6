/** Before the first test: the pages and the server are built once, not by each worker for itself. */
import { ensureBuilt } from '../apps/web/scripts/prepare.mjs'

export default function build(): void {
  ensureBuilt()
}
