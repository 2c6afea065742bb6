import { describe, expect, it } from 'vitest'
import { isSecretName, secretValues } from './secret-names'

describe('names of secrets', () => {
  it.each([
    ...[
      'PASSWORD',
      'DB_PASSWORD',
      'db_password',
      'PGPASSWORD',
      'RABBITMQ_PASSWD',
      'MYSQL_PWD',
      'mypwd',
      'GPG_PASSPHRASE',
    ],
    ...['TOKEN', 'GITHUB_TOKEN', 'GITHUBTOKEN', 'npm_token', 'SECRET', 'CLIENT_SECRET', 'CLIENTSECRET', 'MY_SECRET_2'],
    ...[
      'SECRET_KEY',
      'DJANGO_SECRET_KEY',
      'AWS_SECRET_ACCESS_KEY',
      'API_KEY',
      'OPENAI_API_KEY',
      'APIKEY',
      'apiKey',
      'api-key',
    ],
    ...['PRIVATE_KEY', 'SSH_PRIVATE_KEY', 'CREDENTIALS', 'AWS_CREDENTIALS', 'DB_PASSWORD_1', 'TOKEN2'],
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true))

  it.each([
    ...[
      'PWD',
      'OLDPWD',
      'PATH',
      'HOME',
      'MAX_TOKENS',
      'TOKENIZER',
      'PASSWORDLESS',
      'KEY',
      'PUBLIC_KEY',
      'KEYBOARD',
      'SECRETARY',
    ],
    ...['command', 'file_path', 'content', ''],
  ])('%s is none', (name) => expect(isSecretName(name)).toBe(false))
})

describe('secrets of an environment', () => {
  const table: readonly [says: string, name: string, value: string, secrets: readonly string[]][] = [
    ['a password', 'PGPASSWORD', 'correct horse', ['correct horse']],
    ['a short one of letters and digits', 'MYSQL_PWD', 'hunter2', ['hunter2']],
    ['a password in an address', 'DATABASE_URL', 'postgres://me:s3cret-9@db/app', ['s3cret-9']],
    ['one that is written with signs', 'URL', 'amqp://me:p%40ss%2Fw0rd@mq', ['p%40ss%2Fw0rd', 'p@ss/w0rd']],
    ['each of several', 'URLS', 'redis://:abcd1234@a redis://:efgh5678@b', ['abcd1234', 'efgh5678']],
    ['the address of a proxy', 'http_proxy', 'http://me:proxypass@p:3128', ['proxypass']],
    ['nothing in an address without one', 'URL', 'https://localhost:8080/a@b', []],
    ['nothing that is short', 'SHORT_TOKEN', 'abc', []],
    ['nothing that is a short word', 'TOKEN', 'lexer', []],
    ['nothing that stands for one', 'DB_PASSWORD', 'changeme', []],
    ['nothing that is a word', 'SECRET', 'password', []],
    ['nothing that is a switch', 'AUTH_TOKEN', 'disabled', []],
    ['nothing that is a folder', 'OLDPWD', '/home/me/work', []],
    ['nothing that is the path of a file', 'GOOGLE_APPLICATION_CREDENTIALS', '/home/me/key.json', []],
    ['nothing of other variables', 'EDITOR', 'something long 1', []],
  ]
  it.each([
    ...['true', 'none', 'test', 'password', 'changeme', 'localhost', 'default', 'undefined', 'username', 'database'],
    ...['Production', 'localhost:5432', 'admin123', 'test-1234', 'password1', 'sha256', 'base64', 'utf-8', '12345678'],
    ...['minioadmin', 'rabbitmq', 'postgresql', 'mongodb'],
  ])('are not a word that stands in every output: %s', (word) => {
    expect([...secretValues({ DB_PASSWORD: word, URL: `amqp://me:${word}@host/x` }).keys()]).toEqual([])
  })

  it.each(table)('are %s', (_, name, value, secrets) => {
    expect([...secretValues({ [name]: value }).keys()].sort()).toEqual([...secrets].sort())
  })
})
