import { addContext } from './add-context'
import { askBefore } from './ask-before'
import { auditLog } from './audit-log'
import { blockCommands } from './block-commands'
import { cheaperAfterPlan } from './cheaper-after-plan'
import { commitGuard } from './commit-guard'
import { formatAfterEdit } from './format-after-edit'
import { keepGoing } from './keep-going'
import { loopBreaker } from './loop-breaker'
import { networkGuard } from './network-guard'
import { notify } from './notify'
import { protectPaths } from './protect-paths'
import { quietHours } from './quiet-hours'
import { rateLimitPatience } from './rate-limit-patience'
import { readBeforeEdit } from './read-before-edit'
import { redactSecrets } from './redact-secrets'
import { rewriteArguments } from './rewrite-arguments'
import { secretsGuard } from './secrets-guard'
import { testsBeforeStop } from './tests-before-stop'
import { tokenBudget } from './token-budget'
import { trimResults } from './trim-results'
import { windowNote } from './window-note'
import { workspaceFence } from './workspace-fence'
import type { MakeBuiltIn } from './world'

/** The configurable hooks that come with the app, by slug. Each attachment gets its own, since some remember. */
export const BUILT_IN: ReadonlyMap<string, MakeBuiltIn> = new Map<string, MakeBuiltIn>([
  ['add-context', addContext],
  ['ask-before', () => askBefore],
  ['audit-log', auditLog],
  ['block-commands', () => blockCommands],
  ['cheaper-after-plan', cheaperAfterPlan],
  ['commit-guard', commitGuard],
  ['format-after-edit', formatAfterEdit],
  ['keep-going', keepGoing],
  ['loop-breaker', loopBreaker],
  ['network-guard', networkGuard],
  ['notify', notify],
  ['protect-paths', protectPaths],
  ['quiet-hours', quietHours],
  ['rate-limit-patience', rateLimitPatience],
  ['read-before-edit', readBeforeEdit],
  ['redact-secrets', redactSecrets],
  ['rewrite-arguments', () => rewriteArguments],
  ['secrets-guard', secretsGuard],
  ['tests-before-stop', testsBeforeStop],
  ['token-budget', tokenBudget],
  ['trim-results', () => trimResults],
  ['window-note', windowNote],
  ['workspace-fence', workspaceFence],
])

/** Those that need all of their points: what they hear at one they judge by at another. */
export const TOGETHER: ReadonlySet<string> = new Set([
  'cheaper-after-plan',
  'loop-breaker',
  'read-before-edit',
  'tests-before-stop',
  'token-budget',
])
