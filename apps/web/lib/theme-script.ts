/** Sets `data-theme` before the first paint, on the server's side of the bundle: must agree with `currentTheme` of `theme.ts`. */
export const THEME_KEY = 'belay.theme'
export const SYSTEM_LIGHT = '(prefers-color-scheme: light)'

export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){t=null}
if(t!=='dark'&&t!=='light')t=matchMedia('${SYSTEM_LIGHT}').matches?'light':'dark'
document.documentElement.dataset.theme=t})()`
