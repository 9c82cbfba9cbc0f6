import { asOneLine } from '@tradehouse/domain';
import type { Language } from '../../kernel/index.ts';

/** What is told of a row or figure, in each language. */
export type Sentence = Readonly<Record<Language, string>>;

/** A sentence in both languages, without what is hidden in the words of a dump; both are given where the reason is known. */
export const said = (zh: string, en: string): Sentence => ({
  'zh-cn': asOneLine(zh),
  en: asOneLine(en),
});

/** The record that a row names did not come along. */
export const notThere = (zh: string, en: string, id: string): Sentence =>
  said(`${zh} ${id} 不存在`, `${en} ${id} is not there`);

/** A row can't come along. */
export class LeftBehind extends Error {
  override readonly name = 'LeftBehind';
  readonly reason: Sentence;
  constructor(reason: Sentence) {
    super(reason.en);
    this.reason = reason;
  }
}

/** Leaves the row that is at work behind. */
export function leave(zh: string, en: string): never {
  throw new LeftBehind(said(zh, en));
}
