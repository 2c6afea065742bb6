import { expect, test } from 'vitest'
import { programEnvironment } from './program-environment'

const BY_NPM = {
  ...{ npm_execpath: '/npm', npm_config_cache: '/c', INIT_CWD: '/x', TURBOPACK: '1', NODE_ENV: 'production' },
  PATH: '/app/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/usr/bin:/bin',
}

test.each([
  ['what is the person’s is kept', { HOME: '/me', LANG: 'C' }, { HOME: '/me', LANG: 'C' }],
  ['keys are not', { ANTHROPIC_API_KEY: 'k', my_password: 'p' }, {}],
  ['what npm and the server put there is not', BY_NPM, { PATH: '/usr/bin:/bin' }],
  ['NODE_ENV is what it was', { ...BY_NPM, BELAY_NODE_ENV: 'test' }, { PATH: '/usr/bin:/bin', NODE_ENV: 'test' }],
  ['NODE_ENV was not set', { NODE_ENV: 'production', BELAY_NODE_ENV: '' }, {}],
  [
    'a path of the person’s own, where npm was not',
    { PATH: '/me/node_modules/.bin:/bin' },
    { PATH: '/me/node_modules/.bin:/bin' },
  ],
])('%s', (_, own, given) => {
  expect(programEnvironment(own)).toEqual(given)
})
