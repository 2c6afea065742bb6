/**
 * A refusal as a page, for a person whose browser came to a door that is shut. The same words as programs get. Loads nothing:
 * whoever reads it is not signed in, and nothing else of this server answers them.
 */
import type { IncomingMessage } from 'node:http'

/** A page that a person goes to, not what a page or a program fetches. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers['sec-fetch-mode']
  return (mode === undefined || mode === 'navigate') && /\btext\/html\b/i.test(headers.accept ?? '')
}

export function refusalPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Belay</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Belay</h1>
<p>${withCode(text)}</p>
</main>
</body>
</html>
`
}

/** What stands between backticks is code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

const STYLE = `
:root { --paper: #fbfbfa; --ink: #1d1f23; --soft: #5c626c; --code: #ececea; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #e6e8ec; --soft: #9aa1ad; --code: #262a31; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; padding: 2rem; }
h1 { margin: 0 0 0.5rem; font-size: 1rem; font-weight: 600; color: var(--soft); }
p { margin: 0; overflow-wrap: anywhere; }
code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--code); font: 0.9em ui-monospace, monospace; }
`
