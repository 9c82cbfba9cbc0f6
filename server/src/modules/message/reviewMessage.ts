import { documentKinds } from '@tradehouse/domain';
import type { Context, Language } from '../../kernel/access/index.ts';
import { toldTitle } from './titles.ts';

const waiting: Readonly<Record<Language, string>> = {
  'zh-cn': '待审核',
  en: 'Waiting for approval',
};

type KindNames = Readonly<Record<Language, string>>;
const namesByPage: ReadonlyMap<string, KindNames> = new Map(
  Object.values(documentKinds).flatMap(({ url, name }) => (url === null ? [] : [[url, name]])),
);

/** Builds the stored title, searchable in every language. */
export const reviewTitle = (url: string, number: string): string => {
  const names = namesByPage.get(url);
  return `${waiting['zh-cn']} ${names?.['zh-cn'] ?? ''} ${names?.en ?? ''} ${number}`;
};

/** Translates the product's own titles to the reader's language. */
export function shownTitle(
  message: {
    readonly msgTitle: string;
    readonly type: string;
    readonly openPage: string;
    readonly busId: string;
  },
  reader: Pick<Context, 'language' | 'scope'>,
): string {
  const title = toldTitle(message.type, message.msgTitle, reader);
  if (title !== null) return title;
  const names = namesByPage.get(message.openPage);
  if (message.type !== 'review' || names === undefined) return message.msgTitle;
  return `${waiting[reader.language]}: ${names[reader.language]} ${message.busId}`;
}
