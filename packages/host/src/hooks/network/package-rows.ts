/** Package managers and clouds as rows: with which words they reach out, and to which hosts where these do not say. */
import type { Words } from './clients'

export interface Outgoing {
  /** First words with which it reaches out; none: with any but `stays`. */
  readonly goes?: Words
  /** Also without any word. */
  readonly bare?: boolean
  /** First words with which it works here. */
  readonly stays?: Words
  /** Where it goes when nothing else is said; none: that stands in its settings. */
  readonly hosts?: Words
  /** Flags whose value is another place. */
  readonly places?: Words
  /** Whether its words may be packages that lie somewhere else: `git+https://…`, `github:user/repo`. */
  readonly specs?: boolean
}

const NPM_GOES = [
  ...[
    'install',
    'i',
    'in',
    'ins',
    'add',
    'ci',
    'it',
    'cit',
    'install-test',
    'update',
    'up',
    'upgrade',
    'publish',
    'unpublish',
  ],
  ...['view', 'info', 'show', 'v', 'outdated', 'audit', 'search', 's', 'ping', 'whoami', 'login', 'adduser', 'logout'],
  ...['deprecate', 'dist-tag', 'owner', 'access', 'star', 'team', 'token', 'dlx', 'create', 'init', 'fetch', 'dedupe'],
]
const PIP_GOES = [
  'install',
  'download',
  'wheel',
  'search',
  'index',
  'add',
  'sync',
  'lock',
  'update',
  'upgrade',
  'publish',
  'pip',
  'tool',
]
const PIP = {
  goes: PIP_GOES,
  hosts: ['pypi.org', 'files.pythonhosted.org'],
  places: ['-i', '--index-url', '--extra-index-url', '--default-index', '--index', '-f', '--find-links'],
  specs: true,
}
const SYSTEM = [
  'update',
  'upgrade',
  'install',
  'dist-upgrade',
  'full-upgrade',
  'source',
  'download',
  'add',
  'fetch',
  'refresh',
  'tap',
  'in',
  'up',
]
const YARN = {
  goes: [...NPM_GOES, 'upgrade-interactive', 'npm'],
  bare: true,
  hosts: ['registry.yarnpkg.com'],
  places: ['--registry'],
  specs: true,
}
const NPM = { goes: NPM_GOES, hosts: ['registry.npmjs.org'], places: ['--registry'], specs: true }
const CONDA = {
  goes: ['install', 'create', 'update', 'upgrade', 'search', 'env'],
  hosts: ['conda.anaconda.org', 'repo.anaconda.com'],
}
const CRATES = ['index.crates.io', 'static.crates.io', 'crates.io']

export const OUTGOING: Readonly<Record<string, Outgoing>> = {
  npm: NPM,
  pnpm: NPM,
  cnpm: NPM,
  yarn: YARN,
  bun: { ...NPM, goes: ['install', 'i', 'add', 'a', 'update', 'upgrade', 'create', 'publish', 'x', 'outdated'] },
  bunx: { hosts: NPM.hosts, specs: true },
  pnpx: { hosts: NPM.hosts, specs: true },
  pip: PIP,
  pip2: PIP,
  pip3: PIP,
  pipx: PIP,
  uv: PIP,
  uvx: { hosts: PIP.hosts },
  poetry: { ...PIP, bare: false },
  pdm: PIP,
  pipenv: PIP,
  twine: { goes: ['upload'], hosts: ['upload.pypi.org'], places: ['--repository-url'] },
  conda: CONDA,
  mamba: CONDA,
  micromamba: CONDA,
  cargo: {
    goes: ['install', 'add', 'fetch', 'update', 'publish', 'search', 'login', 'yank', 'owner'],
    hosts: CRATES,
    places: ['--index', '--git'],
  },
  go: { goes: ['get', 'install', 'mod'], hosts: ['proxy.golang.org', 'sum.golang.org'] },
  gem: {
    goes: ['install', 'update', 'push', 'fetch', 'search', 'sources', 'signin'],
    hosts: ['rubygems.org'],
    places: ['-s', '--source'],
  },
  bundle: { goes: ['install', 'update', 'add', 'outdated'], bare: true, hosts: ['rubygems.org'] },
  composer: {
    goes: ['install', 'update', 'require', 'create-project', 'global', 'outdated', 'search', 'self-update'],
    hosts: ['repo.packagist.org'],
  },
  dotnet: { goes: ['restore', 'add', 'nuget', 'tool'], hosts: ['api.nuget.org'], places: ['-s', '--source'] },
  deno: {
    goes: ['install', 'add', 'cache', 'upgrade', 'publish', 'outdated'],
    hosts: ['jsr.io', 'registry.npmjs.org'],
    specs: true,
  },
  ...Object.fromEntries(
    [
      'apt',
      'apt-get',
      'aptitude',
      'dnf',
      'yum',
      'zypper',
      'apk',
      'brew',
      'snap',
      'flatpak',
      'port',
      'winget',
      'choco',
      'scoop',
    ].map((name) => [name, { goes: SYSTEM }]),
  ),
  helm: {
    goes: [
      'pull',
      'push',
      'install',
      'upgrade',
      'uninstall',
      'rollback',
      'repo',
      'registry',
      'list',
      'status',
      'get',
      'test',
    ],
  },
  kubectl: { stays: ['config', 'completion', 'kustomize', 'help', 'options', 'explain'] },
  oc: { stays: ['config', 'completion', 'help'] },
  terraform: { goes: ['init', 'apply', 'plan', 'destroy', 'refresh', 'import', 'get', 'login', 'providers'] },
  tofu: { goes: ['init', 'apply', 'plan', 'destroy', 'refresh', 'import', 'get', 'login', 'providers'] },
  pulumi: { stays: ['help', 'version'] },
  ansible: {},
  'ansible-playbook': {},
  'ansible-galaxy': { hosts: ['galaxy.ansible.com'] },
  gh: { stays: ['config', 'alias', 'completion', 'help', 'version'], hosts: ['github.com'], places: ['--hostname'] },
  glab: { stays: ['config', 'alias', 'completion', 'help', 'version'], hosts: ['gitlab.com'], places: ['--hostname'] },
  aws: { stays: ['configure', 'help'], hosts: ['amazonaws.com'], places: ['--endpoint-url'] },
  gcloud: { stays: ['config', 'info', 'help', 'version'], hosts: ['googleapis.com'] },
  gsutil: { hosts: ['googleapis.com'] },
  az: { stays: ['config', 'help', 'version'], hosts: ['azure.com'] },
  heroku: { hosts: ['api.heroku.com'] },
  vercel: { stays: ['help'], bare: true, hosts: ['api.vercel.com'] },
  netlify: { hosts: ['api.netlify.com'] },
  fly: { hosts: ['api.fly.io'] },
  flyctl: { hosts: ['api.fly.io'] },
  wrangler: { goes: ['deploy', 'publish', 'login', 'secret', 'tail', 'kv', 'r2', 'd1'], hosts: ['api.cloudflare.com'] },
  firebase: { hosts: ['firebase.googleapis.com'] },
  doctl: { hosts: ['api.digitalocean.com'] },
  svn: { goes: ['checkout', 'co', 'update', 'up', 'commit', 'ci', 'export', 'import', 'ls', 'list', 'log', 'switch'] },
  hg: { goes: ['clone', 'pull', 'push', 'incoming', 'in', 'outgoing', 'out'] },
  restic: {},
  s3cmd: {},
}
