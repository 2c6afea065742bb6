'use client'
/** Says quietly what was done to the hooks, with the way back. One at a time: an older one has nothing to offer any more. */
import { toast } from 'sonner'
import { Inline } from '../ui/inline'
import { ToastOffer } from '../ui/toast-offer'

/** Long enough to see the mistake and take it back; the key and the button of the bar stay. */
const OFFERED_MS = 7_000
const ID = 'hook-edit'

interface Said {
  readonly text: string
  /** When it applies, where that is not at once. */
  readonly remark: string
  readonly again: { readonly label: string; readonly run: () => void }
}

export function sayEdit({ text, remark, again }: Said): void {
  const run = () => {
    toast.dismiss(ID)
    again.run()
  }
  toast(
    <ToastOffer remark={remark} label={again.label} onTake={run}>
      <Inline text={text} />
    </ToastOffer>,
    { id: ID, duration: OFFERED_MS },
  )
}
