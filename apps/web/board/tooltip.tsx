/** What is under the pointer, in a few words beside it; it never catches the pointer and never leaves the board. */
import css from './board.module.css'
import type { Tip } from './tip'

/** Its own size at most: what does not fit below or right of the pointer stands above or left of it. */
const MOST = { width: 330, height: 104 } as const

export function Tooltip({ words, merged, x, y, width, height }: Tip) {
  const side = `${x > width - MOST.width ? css.tipLeft : ''} ${y > height - MOST.height ? css.tipAbove : ''}`
  return (
    <div className={css.tipPlace} style={{ left: x, top: y }} aria-hidden="true">
      <div key={words.title} className={`${css.tip} ${side}`}>
        <div className={css.tipTitle} dir="auto">
          {words.title}
        </div>
        <div className={css.tipFacts}>{words.facts.join(' · ')}</div>
        {words.detail !== null && (
          <div className={css.tipDetail} dir="auto">
            {words.detail}
          </div>
        )}
        {merged > 1 && (
          <div className={css.tipDetail}>one of {merged.toLocaleString('en')} here: zoom in to tell them apart</div>
        )}
      </div>
    </div>
  )
}
