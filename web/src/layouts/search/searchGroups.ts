import type { Button, MenuEntry, ReplyOf, headerSearch } from '@tradehouse/contract';
import { partnerPages, productPage } from '@tradehouse/contract';
import { documentKinds, kindCodes, plainText } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { pagesOfMenu, visibleEntriesOf } from '../../app/settings/menu.ts';
import { t } from '../../phrase/index.ts';

// Result from the server, or a page or action of the user's menu.

export interface SearchItem {
  readonly url: string;
  readonly text: string;
  /** Text that distinguishes items of equal name. */
  readonly hint: string;
  /** True: each opening creates a separate page. */
  readonly isNew?: true;
}

export interface SearchGroup {
  readonly key: 'products' | 'documents' | 'partners' | 'pages' | 'actions';
  readonly items: readonly SearchItem[];
}

type ServerResults = ReplyOf<typeof headerSearch>;

const MOST = 6;

const hasAllKeywords = (text: string, keyword: string): boolean => {
  const plain = plainText(text).toLowerCase();
  return plainText(keyword)
    .toLowerCase()
    .split(' ')
    .every((word) => plain.includes(word));
};

const joinSearchParts = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

const kindsWithPages = kindCodes.flatMap((code) => {
  const { url, name, goods } = documentKinds[code];
  return url === null
    ? []
    : [{ code, url, name: name[language], isPosted: goods.item?.signed === true }];
});

/**
 * Returns an action like "New sales delivery" for each document kind that the user may create. Recounts are
 * made by posting a count.
 */
const newDocuments = (may: (url: string, button: Button) => boolean): readonly SearchItem[] =>
  kindsWithPages
    .filter(({ url, isPosted }) => !isPosted && may(url, '1'))
    .map(({ url, name }) => ({
      url: `${url}/new`,
      text: t('form.new', { name }),
      hint: '',
      isNew: true,
    }));

/** Items of each group for a keyword, without empty groups; null: the server was not asked. */
export function searchGroups(
  keyword: string,
  found: ServerResults | null,
  menu: readonly MenuEntry[],
  may: (url: string, button: Button) => boolean,
): readonly SearchGroup[] {
  const pages = pagesOfMenu(visibleEntriesOf(menu)).map(({ url, text }) => ({
    url,
    text,
    hint: '',
  }));
  const fitting = (items: readonly SearchItem[]): readonly SearchItem[] =>
    items.filter(({ text }) => hasAllKeywords(text, keyword)).slice(0, MOST);
  const groups: readonly SearchGroup[] = [
    {
      key: 'products',
      items: (found?.products ?? []).map(({ id, name, barcode, standard, unit, stock }) => ({
        url: `${productPage}/${id}`,
        text: name,
        hint: joinSearchParts([standard, barcode, t('search.stock', { stock, unit })]),
      })),
    },
    {
      key: 'documents',
      items: (found?.documents ?? []).flatMap(({ id, kind, number, date, partnerName }) =>
        kindsWithPages
          .filter(({ code }) => code === kind)
          .map(({ url, name }) => ({
            url: `${url}/${id}`,
            text: number,
            hint: joinSearchParts([name, partnerName, date]),
          })),
      ),
    },
    {
      key: 'partners',
      items: (found?.partners ?? []).map(({ id, type, name, phone }) => ({
        url: `${partnerPages[type]}/${id}`,
        text: name,
        hint: joinSearchParts([t(`search.${type}`), phone]),
      })),
    },
    { key: 'pages', items: keyword === '' ? [] : fitting(pages) },
    { key: 'actions', items: fitting(newDocuments(may)) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
