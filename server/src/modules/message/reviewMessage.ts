import { documentKinds } from '@tradehouse/domain';
import type { Language } from '../../kernel/index.ts';
import { toldTitle } from './titles.ts';

const waiting: Readonly<Record<Language, string>> = { 'zh-cn': '待审核', en: 'Waiting for review' };

type Names = Readonly<Record<Language, string>>;
const namesByPage: ReadonlyMap<string, Names> = new Map(
  Object.values(documentKinds).flatMap(({ url, name }) => (url === null ? [] : [[url, name]])),
);

/** What is kept as the title: it is searched by, in whichever language. */
export const reviewTitle = (url: string, number: string): string => {
  const names = namesByPage.get(url);
  return `${waiting['zh-cn']} ${names?.['zh-cn'] ?? ''} ${names?.en ?? ''} ${number}`;
};

/** The title as a reader sees it: what the product says itself, it says in the reader's language. */
export function shownTitle(
  message: {
    readonly msgTitle: string;
    readonly type: string;
    readonly openPage: string;
    readonly busId: string;
  },
  language: Language,
): string {
  const told = toldTitle(message.type, message.msgTitle, language);
  if (told !== null) return told;
  const names = namesByPage.get(message.openPage);
  if (message.type !== 'review' || names === undefined) return message.msgTitle;
  return `${waiting[language]}: ${names[language]} ${message.busId}`;
}
