/** Event name on the command line → its name in an answer, and Claude Code's and Codex's own name for it. */
export const hookEvents = {
  'session-start': 'SessionStart',
  'user-prompt-submit': 'UserPromptSubmit',
  'pre-compact': 'PreCompact',
  stop: 'Stop',
} as const;
/** An event of an agent's session that the palace listens to. */
export type HookEvent = keyof typeof hookEvents;

export const hookEventNames: readonly HookEvent[] = ['session-start', 'user-prompt-submit', 'pre-compact', 'stop'];
