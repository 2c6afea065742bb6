import { describe, expect, it } from 'vitest'
import { redact } from './redact'

const NOTHING = new Map<string, string>()
const out = (text: string) => redact(text, { assignments: true, values: NOTHING }).text
const letters = (length: number) => 'aB3dE6gH9jK2'.repeat(20).slice(0, length)
const LINE = letters(64)

describe('tokens by their look', () => {
  it.each([
    ['API key', `sk-ant-api03-${letters(40)}`],
    ['API key', `sk-proj-${letters(40)}`],
    ['GitHub token', `ghp_${letters(36)}`],
    ['GitHub token', `github_pat_${letters(60)}`],
    ['GitLab token', `glpat-${letters(20)}`],
    ['Slack token', `xoxb-${letters(24)}`],
    ['Slack address', `hooks.slack.com/services/T000/B000/${letters(24)}`],
    ['Stripe key', `sk_live_${letters(24)}`],
    ['npm token', `npm_${letters(36)}`],
    ['PyPI token', `pypi-AgEIcHlwaS5vcmc${letters(60)}`],
    ['AWS key', 'AKIAIOSFODNN7EXAMPLE'],
    ['Google key', `AIza${letters(35)}`],
    ['Hugging Face token', `hf_${letters(34)}`],
    ['SendGrid key', `SG.${letters(22)}.${letters(43)}`],
    ['DigitalOcean token', `dop_v1_${'0a'.repeat(32)}`],
    ['Docker token', `dckr_pat_${letters(27)}`],
    ['JWT', `eyJhbGciOiJIUzI1NiJ9.eyJ${letters(30)}.${letters(43)}`],
  ])('%s: %s', (kind, token) => {
    expect(out(`before ${token} after\nnext "${token}",`)).toBe(
      `before [redacted: ${kind}] after\nnext "[redacted: ${kind}]",`,
    )
  })
})

describe('secrets by the name that they are given to', () => {
  it.each([
    ['DB_PASSWORD=hunter2', 'DB_PASSWORD=[redacted: password]'],
    ['export GITHUB_TOKEN=abcd1234', 'export GITHUB_TOKEN=[redacted: token]'],
    ["sh -c 'DB_PASSWORD=hunter2 run'", "sh -c 'DB_PASSWORD=[redacted: password] run'"],
    ["echo 'DB_PASSWORD=hunter2'", "echo 'DB_PASSWORD=[redacted: password]'"],
    ['API_KEY="a b c d"', 'API_KEY="[redacted: key]"'],
    ['DB_PASSWORD = "a b"', 'DB_PASSWORD = "[redacted: password]"'],
    ["DB_PASSWORD = 'correct horse battery'", "DB_PASSWORD = '[redacted: password]'"],
    ['db_password="correct horse"', 'db_password="[redacted: password]"'],
    ['12\tSESSION_SECRET=verysecret', '12\tSESSION_SECRET=[redacted: secret]'],
    ['conf/.env:3:SESSION_SECRET=verysecret', 'conf/.env:3:SESSION_SECRET=[redacted: secret]'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI', 'AWS_SECRET_ACCESS_KEY=[redacted: key]'],
    ['{"password": "hunter2hunter2", "n": 1}', '{"password": "[redacted: password]", "n": 1}'],
    ["  apiKey: 'f00ba4b4zq1',", "  apiKey: '[redacted: key]',"],
    ['db.password=hunter2hunter', 'db.password=[redacted: password]'],
    ['mysql --password=s3cret99x -u root', 'mysql --password=[redacted: password] -u root'],
    ['https://x.org/?access_token=a1b2c3d4e5&n=1', 'https://x.org/?access_token=[redacted: token]&n=1'],
    ['  password: hunter2hunter2', '  password: [redacted: password]'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPx', 'aws_secret_access_key = [redacted: key]'],
    ['password = S3cr3tpw9!x', 'password = [redacted: password]'],
    ['spring.datasource.password: hunter2hunter2', 'spring.datasource.password: [redacted: password]'],
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted: token]'],
    ['"Authorization": "Basic dXNlcjpwYXNz"', '"Authorization": "Basic [redacted: token]"'],
    ['postgres://me:s3cr3t@db:5432/app', 'postgres://me:[redacted: password]@db:5432/app'],
  ])('%s', (text, redacted) => {
    expect(out(`first\n${text}\nlast`)).toBe(`first\n${redacted}\nlast`)
    expect(redact(text, { assignments: false, values: NOTHING }).text).toBe(text)
  })
})

describe('what is no secret stays to the letter', () => {
  it.each([
    'password: string',
    'readonly password: PasswordField2',
    '  password: PasswordField2',
    'secret: db_secret_1',
    'const token = await nextToken()',
    'token = lexer.next_token1()',
    'password=password, token=token1)',
    'api_key=settings.API_KEY_2',
    'const API_KEY = process.env.API_KEY',
    'API_KEY=$(cat key)',
    'TOKEN=\x24{TOKEN:-none}',
    'DB_PASSWORD=changeme',
    'DB_PASSWORD=<your password>',
    'DB_PASSWORD=your-password-here',
    'MAX_TOKENS=4096',
    'PWD=/home/me',
    'max_tokens: 4096000000',
    'secret: ./secrets/db1.txt',
    'password: "wrong password"',
    'type="password"',
    'const WRONG_PASSWORD = "The password is wrong"',
    'url = "?password=" + password + "&n=1"',
    'password = "" or "none"',
    '<input name="password" autocomplete="current-password">',
    'postgres://user:password@localhost/db',
    'postgres://user:\x24{PASSWORD}@localhost/db',
    'http://localhost:3000/@vite/client',
    'Bearer authentication is required here',
    '.sk-circle-fade-container-animated { }',
    'task-force-of-many-people',
    'a commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'sha512-AbCdEf0123456789AbCdEf0123456789==',
    'eyJ is how a token begins',
    "const marks = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----']",
  ])('%s', (text) => {
    expect(out(text)).toBe(text)
  })
})

describe('files with the line ends of Windows', () => {
  it('are searched as others are, and keep them', () => {
    const settings = ['DB_PASSWORD=hunter2', 'a', 'password = S3cr3tpw9!x', 'DB_PASSWORD = "a b"', '']
    expect(out(settings.join('\r\n'))).toBe(out(settings.join('\n')).replaceAll('\n', '\r\n'))
    expect(out(settings.join('\r\n')).match(/redacted/g)).toHaveLength(3)
  })

  const key = ['-----BEGIN RSA PRIVATE KEY-----', LINE, LINE, LINE.slice(0, 20), '-----END RSA PRIVATE KEY-----']
  it.each([
    ['a whole key', ['a', ...key, 'b']],
    ['one whose end was cut off', ['a', ...key.slice(0, 4), 'some words']],
    ['one in a listing', ['a', ...key, 'b'].map((line, at) => `${at + 1}\t${line}`)],
  ])('%s', (_, lines) => {
    const redacted = out(lines.join('\n'))
    expect(redacted).not.toContain(LINE)
    expect(out(lines.join('\r\n'))).toBe(redacted.replaceAll('\n', '\r\n'))
  })
})

describe('private keys', () => {
  const key = ['-----BEGIN RSA PRIVATE KEY-----', LINE, LINE, '-----END RSA PRIVATE KEY-----']

  it('every line stays a line', () => {
    expect(out(['a', ...key, 'b'].join('\n'))).toBe('a\n[redacted: private key]\n\n\n\nb')
  })

  it('the numbers of a listing stay', () => {
    const listed = ['a', ...key, 'b'].map((line, at) => `${at + 1}\t${line}`).join('\n')
    expect(out(listed)).toBe('1\ta\n2\t[redacted: private key]\n3\t\n4\t\n5\t\n6\tb')
  })

  it('in one line, as JSON has it', () => {
    expect(out(`{"key": "${key.join('\\n')}\\n", "n": 1}`)).toBe('{"key": "[redacted: private key]\\n", "n": 1}')
  })

  it('whose end was cut off', () => {
    expect(out([...key.slice(0, 3), 'some words'].join('\n'))).toBe('[redacted: private key]\n\n\nsome words')
    expect(out([...key.slice(0, 3), '-----BEGIN', ...key].join('\n'))).toBe(
      '[redacted: private key]\n\n\n-----BEGIN\n[redacted: private key]\n\n\n',
    )
  })

  it('several, and a public one, which is none', () => {
    const open = `-----BEGIN PUBLIC KEY-----\n${LINE}\n-----END PUBLIC KEY-----`
    expect(out([...key, open, ...key].join('\n'))).toBe(
      `[redacted: private key]\n\n\n\n${open}\n[redacted: private key]\n\n\n`,
    )
  })
})

describe('values that are known', () => {
  it('go wherever they stand, by their names, and are counted', () => {
    const values = new Map([['p.a(s)s*word', 'DB_PASSWORD']])
    const { text, kinds } = redact(`x p.a(s)s*word y p.a(s)s*word ghp_${letters(36)}`, { assignments: true, values })
    expect(text).toBe('x [redacted: DB_PASSWORD] y [redacted: DB_PASSWORD] [redacted: GitHub token]')
    expect([...kinds]).toEqual([
      ['DB_PASSWORD', 2],
      ['GitHub token', 1],
    ])
  })
})

describe('time', () => {
  it.each([
    ['beginnings of a token', 'eyJaaaaaaaaaa.'],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----\n'],
    ['keys of other styles', 'sk-'],
    ['dashes', '-'],
    ['names', 'PASSWORD_'],
    ['names with values', 'password: "'],
    ['addresses', 'a://b:c'],
    ['one letter', 'a'],
    ['base64', 'QUJDREVGR0g'],
    ['marks', ':1:'],
    ['digits', '1'],
    ['white space', ' '],
  ])('64 KiB of %s take less than a second', (_what, piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length))
    for (const end of ['', '\n-----END PRIVATE KEY-----']) {
      const started = performance.now()
      out(text + end)
      expect(performance.now() - started).toBeLessThan(1_000)
    }
  })
})
