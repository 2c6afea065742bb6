/**
 * What tokens look like, by who gives them out. Promises: each expression takes linear time on any text: what may fail
 * after a long run begins only where such a run begins. Shared by what is shown to a model and what is kept on record.
 */
export interface TokenShape {
  /** In a word or two, for people. */
  readonly kind: string
  /** Without flags that keep a place. */
  readonly pattern: RegExp
}

export const TOKEN_SHAPES: readonly TokenShape[] = [
  // A class of a style sheet has no digit.
  { kind: 'API key', pattern: /\bsk-(?=[A-Za-z_-]{0,80}\d)[A-Za-z0-9_-]{20,}/ },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})/ },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|ptt|rt|dt|cbt|soat)-[A-Za-z0-9_-]{20,}/ },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}/ },
  { kind: 'Slack address', pattern: /\bhooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}/ },
  { kind: 'Stripe key', pattern: /\b(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16,}/ },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}/ },
  { kind: 'PyPI token', pattern: /\bpypi-AgE[A-Za-z0-9_-]{40,}/ },
  { kind: 'AWS key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { kind: 'Google key', pattern: /\bAIza[0-9A-Za-z_-]{35}|\bya29\.[0-9A-Za-z_-]{20,}|\bGOCSPX-[0-9A-Za-z_-]{20,}/ },
  { kind: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}/ },
  { kind: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/ },
  { kind: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}/ },
  { kind: 'Docker token', pattern: /\bdckr_pat_[A-Za-z0-9_-]{20,}/ },
  { kind: 'age key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/ },
  {
    kind: 'JWT',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  },
]
