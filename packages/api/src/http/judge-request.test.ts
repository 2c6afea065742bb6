import { describe, expect, it } from 'vitest'
import { type DoorRules, judgeRequest, type Knock, MOST_BODY_BYTES } from './judge-request'

const rules: DoorRules = {
  port: 4747,
  allowedHosts: ['belay.lan', 'proxy.example:8443'],
  token: 'secret',
  knowsBrowser: (value) => value === 'browser',
}
const cookie = 'belay-4747=browser'

/** `headers` beside a Host of its own; null leaves a header out. */
function knock(
  change: Partial<Omit<Knock, 'rawHeaders'>> & {
    headers?: Readonly<Record<string, string | null>>
    twice?: readonly string[]
  },
): Knock {
  const headers = { Host: 'localhost:4747', Authorization: 'Bearer secret', ...change.headers }
  const pairs = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [name, value]))
  const { method = 'GET', target = '/api/trpc/sessions.list', upgrade = false } = change
  return { method, target, upgrade, rawHeaders: [...pairs, ...(change.twice ?? [])] }
}

/** As a browser that is signed in sends it: with its cookie, without an Origin where it is a GET. */
function from(
  site: string,
  more: Partial<Omit<Knock, 'rawHeaders'>> & { type?: string; bearer?: boolean; twice?: readonly string[] } = {},
): Knock {
  const { type = null, bearer = false, ...change } = more
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': site, 'Content-Type': type }
  return knock({ ...change, headers: bearer ? headers : { ...headers, Authorization: null } })
}

const json = { 'Content-Type': 'application/json' }
type Row = readonly [sentence: string, knock: Knock, verdict: 'open' | 'signed-in' | number]

const rows: readonly Row[] = [
  ['its own name with the token comes in', knock({}), 'signed-in'],
  ['its own address comes in', knock({ headers: { Host: '127.0.0.1:4747' } }), 'signed-in'],
  ['its own address of six comes in', knock({ headers: { Host: '[::1]:4747' } }), 'signed-in'],
  ['a name in capitals is the same name', knock({ headers: { Host: 'LOCALHOST:4747' } }), 'signed-in'],
  [
    'the cookie of a browser that is signed in comes in',
    knock({ headers: { Authorization: null, Cookie: `a=b; ${cookie}` } }),
    'signed-in',
  ],
  ['an allowed name comes in with the port', knock({ headers: { Host: 'belay.lan:4747' } }), 'signed-in'],
  ['an allowed name with a port of its own comes in', knock({ headers: { Host: 'proxy.example:8443' } }), 'signed-in'],
  [
    'an allowed name may be spoken to over https',
    knock({ headers: { Host: 'belay.lan:4747', Origin: 'https://belay.lan:4747' } }),
    'signed-in',
  ],
  ['its own origin comes in', knock({ headers: { Origin: 'http://localhost:4747' } }), 'signed-in'],

  ['a trailing dot is another name', knock({ headers: { Host: 'localhost.:4747' } }), 403],
  ['a missing port is another address', knock({ headers: { Host: 'localhost' } }), 403],
  ['another port is another address', knock({ headers: { Host: 'localhost:4748' } }), 403],
  ['a name that begins like it is another', knock({ headers: { Host: 'localhost.evil.example:4747' } }), 403],
  ['a name that resolves to it is another', knock({ headers: { Host: '127.0.0.1.nip.io:4747' } }), 403],
  ['a user before the name is not a name', knock({ headers: { Host: 'x@localhost:4747' } }), 403],
  [
    'a foreign name stays out of the health page too',
    knock({ target: '/healthz', headers: { Host: 'evil.example:4747' } }),
    403,
  ],
  [
    'a forwarded name counts for nothing',
    knock({ headers: { Host: 'evil.example:4747', 'X-Forwarded-Host': 'localhost:4747' } }),
    403,
  ],
  ['no name is no request', knock({ headers: { Host: null } }), 400],
  ['an empty name is no request', knock({ headers: { Host: '' } }), 400],
  ['two names are no request', knock({ twice: ['host', 'localhost:4747'] }), 400],
  ['a whole URL as target is no request', knock({ target: 'http://evil.example/' }), 400],

  ['a foreign origin stays out', knock({ headers: { Origin: 'https://evil.example' } }), 403],
  ['a sandboxed page stays out', knock({ headers: { Origin: 'null' } }), 403],
  ['another port is another origin', knock({ headers: { Origin: 'http://localhost:1' } }), 403],
  ['loopback does not speak https', knock({ headers: { Origin: 'https://localhost:4747' } }), 403],
  ['an origin with a path is none', knock({ headers: { Origin: 'http://localhost:4747/x' } }), 403],
  [
    'two origins are no request',
    knock({ headers: { Origin: 'http://localhost:4747' }, twice: ['Origin', 'http://localhost:4747'] }),
    400,
  ],
  [
    'a foreign origin stays out before the token is looked at',
    knock({ upgrade: true, target: '/api/ws', headers: { Origin: 'https://evil.example', Authorization: null } }),
    403,
  ],

  ['its own page reads', from('same-origin'), 'signed-in'],
  ['a page of another port of this machine reads nothing', from('same-site'), 403],
  ['nor opens it a socket', from('same-site', { upgrade: true, target: '/api/ws' }), 403],
  ['nor fetches it an export', from('same-site', { target: '/api/export/ses_1?format=jsonl' }), 403],
  ['nor has it anything changed', from('same-site', { method: 'POST', type: 'application/json' }), 403],
  ['nor comes it in with the token', from('same-site', { bearer: true }), 403],
  ['a page of another site reads nothing', from('cross-site'), 403],
  ['a site that nobody knows reads nothing', from('same-planet'), 403],
  ['a link into the API that a program opened or a person typed reads nothing', from('none'), 403],
  ['one that says both reads nothing', from('same-origin', { twice: ['sec-fetch-site', 'same-site'] }), 403],
  ['a link to a page may stand anywhere', from('cross-site', { target: '/s/ses_1' }), 'signed-in'],
  ['a page may be typed', from('none', { target: '/' }), 'signed-in'],
  ['the sign-in link may be opened by a program', from('none', { target: '/sign-in/abc' }), 'open'],
  [
    'what reloads the pages of development is no other page',
    from('cross-site', { upgrade: true, target: '/_next/hmr' }),
    403,
  ],

  ['no token stays out', knock({ headers: { Authorization: null } }), 401],
  ['a wrong token stays out', knock({ headers: { Authorization: 'Bearer secre' } }), 401],
  ['a longer token stays out', knock({ headers: { Authorization: 'Bearer secret2' } }), 401],
  [
    'a token in the query counts for nothing',
    knock({ target: '/api/trpc/x?token=secret', headers: { Authorization: null } }),
    401,
  ],
  [
    "another server's cookie counts for nothing",
    knock({ headers: { Authorization: null, Cookie: 'belay-4748=browser' } }),
    401,
  ],
  ['the token is no cookie', knock({ headers: { Authorization: null, Cookie: 'belay-4747=secret' } }), 401],
  ['the value of a cookie is no token', knock({ headers: { Authorization: 'Bearer browser' } }), 401],
  ['a page wants the token too', knock({ target: '/', headers: { Authorization: null } }), 401],
  [
    'a socket without an origin wants the token',
    knock({ upgrade: true, target: '/api/ws', headers: { Authorization: null } }),
    401,
  ],
  [
    'an upgrade of the health page wants the token',
    knock({ upgrade: true, target: '/healthz', headers: { Authorization: null } }),
    401,
  ],
  ['the health page is open', knock({ target: '/healthz?x', headers: { Authorization: null } }), 'open'],
  ['the sign-in link is open', knock({ target: '/sign-in/abc', headers: { Authorization: null } }), 'open'],
  [
    'a path that only begins like the health page is not',
    knock({ target: '/healthz2', headers: { Authorization: null } }),
    401,
  ],

  ['a change in JSON comes in', knock({ method: 'POST', headers: json }), 'signed-in'],
  [
    'a charset does not matter',
    knock({ method: 'POST', headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
    'signed-in',
  ],
  ['a change as a form stays out', knock({ method: 'POST', headers: { 'Content-Type': 'text/plain' } }), 415],
  ['a change of no type stays out', knock({ method: 'POST' }), 415],
  [
    'too much stays out',
    knock({ method: 'POST', headers: { ...json, 'Content-Length': `${MOST_BODY_BYTES + 1}` } }),
    413,
  ],
  [
    'just enough comes in',
    knock({ method: 'POST', headers: { ...json, 'Content-Length': `${MOST_BODY_BYTES}` } }),
    'signed-in',
  ],
]

describe('the shut door', () => {
  it.each(rows)('%s', (_, asked, verdict) => {
    const judged = judgeRequest(asked, rules)
    expect(judged.pass === 'no' ? judged.status : judged.pass).toBe(verdict)
  })

  it('lets nobody in with nothing, whatever the rules say', () => {
    const open = { ...rules, token: '', knowsBrowser: () => true }
    for (const headers of [
      { Authorization: 'Bearer ' },
      { Authorization: null, Cookie: 'belay-4747=' },
      { Authorization: 'Bearer secret' },
    ])
      expect(judgeRequest(knock({ headers }), open).pass).toBe('no')
  })

  it('knows the bare name only on the port that needs none', () => {
    const bare = knock({ headers: { Host: 'localhost' } })
    expect(judgeRequest(bare, { ...rules, port: 80 }).pass).toBe('signed-in')
  })
})
