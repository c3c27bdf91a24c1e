import type { PlanView } from './planSchemas.ts';

type Shared = PlanView['groups'][number]['shared'];

/** English text with `{0}` → the same in the display language. */
type Translate = (text: string, ...values: readonly string[]) => string;

/** By kind. Shown in the display language, so translators get them. */
export const sharedTexts: Readonly<Record<Shared['kind'], string>> = {
  asked: 'named by hand',
  room: 'room {0}',
  tag: 'tag {0}',
};

/** What the drawers of a plan's group have in common besides their vectors. */
export const sharedText = ({ kind, name }: Shared, t: Translate): string => t(sharedTexts[kind], name);
