import { asOneLine } from '@tradehouse/domain';
import type { Language } from '../../kernel/access/index.ts';

/** Text about a row or figure, in each language. */
export type Sentence = Readonly<Record<Language, string>>;

/**
 * Builds a sentence in both languages, given where the reason is known, without a dump's invisible
 * characters.
 */
export const makeSentence = (zh: string, en: string): Sentence => ({
  'zh-cn': asOneLine(zh),
  en: asOneLine(en),
});

/** Reason: the record named by a row was not imported. */
export const notThere = (zh: string, en: string, id: string): Sentence =>
  makeSentence(`${zh} ${id} 不存在`, `${en} ${id} is not there`);

/** A row can't come along. */
export class LeftBehind extends Error {
  override readonly name = 'LeftBehind';
  readonly reason: Sentence;
  constructor(reason: Sentence) {
    super(reason.en);
    this.reason = reason;
  }
}

/** Refuses the current row. */
export function leaveRowBehind(zh: string, en: string): never {
  throw new LeftBehind(makeSentence(zh, en));
}
