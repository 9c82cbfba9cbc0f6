import { isKeyOf } from '@tradehouse/domain';
import type { Mask, toldTypes } from '@tradehouse/contract';
import { seesAmounts } from '../../kernel/access/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';

type TitleWords = Readonly<Record<Language, string>>;
export type ToldType = (typeof toldTypes)[number];

/** Words of the product's messages, except for review requests. */
const words = {
  purchaseRejected: { 'zh-cn': '采购被驳回', en: 'Purchase rejected' },
  stockMinimum: { 'zh-cn': '库存低于下限', en: 'Stock below its minimum' },
  stockExpiring: { 'zh-cn': '批次临近有效期', en: 'Lots near their expiry' },
  stockExpired: { 'zh-cn': '批次已过期', en: 'Lots past their expiry' },
  receivableDue: { 'zh-cn': '应收到期', en: 'To be collected' },
  payableDue: { 'zh-cn': '应付到期', en: 'To be paid' },
  webhookOff: { 'zh-cn': 'Webhook 已禁用', en: 'Webhook switched off' },
  creditExceeded: { 'zh-cn': '客户超出信用额度', en: 'Customer over the credit limit' },
  pushFailed: { 'zh-cn': '单据推送失败', en: 'A push failed' },
  usersFull: { 'zh-cn': '用户数已达上限', en: 'User limit reached' },
  termEnding: { 'zh-cn': '公司即将到期', en: 'The term of the company ends' },
  labelFailed: { 'zh-cn': '面单生成失败', en: 'Label failed' },
  viewArrived: { 'zh-cn': '定时视图', en: 'Saved view' },
} as const satisfies Readonly<Record<ToldType, TitleWords>>;

/** Count and sum of a message, placed before the text. */
export interface MessageCount {
  readonly count: number;
  /** Formatted amounts; empty: none. */
  readonly amount: string;
}
/** Words with a count and a sum, in place of the words above. */
const counting = {
  receivableDue: { 'zh-cn': '{n} 张应收到期 {amount}', en: '{n} bills due, {amount} to collect' },
  payableDue: { 'zh-cn': '{n} 张应付到期 {amount}', en: '{n} bills due, {amount} to pay' },
} as const satisfies Readonly<Partial<Record<ToldType, TitleWords>>>;
/** Masks required for seeing amounts, even in older messages. */
const masks: Readonly<Record<keyof typeof counting, readonly Mask[]>> = {
  receivableDue: ['sale', 'money'],
  payableDue: ['purchase', 'money'],
};

/** A reader may know the sum of a message's bills. */
export const seesCounted = (scope: Context['scope'], type: keyof typeof counting): boolean =>
  masks[type].every((mask) => seesAmounts(scope, mask));

/** Separates the bilingual words from the rest; never typed by users. */
const PARTED = ' \u2014 ';

/** Builds the stored title, searchable in every language. */
export const keptTitle = (type: ToldType, text: string, counted?: MessageCount): string =>
  [
    `${words[type]['zh-cn']} ${words[type].en}`,
    ...(counted === undefined ? [] : [String(counted.count), counted.amount]),
    text,
  ].join(PARTED);

/** Returns the title in the reader's language, with the visible amounts; null for a type without words. */
export function toldTitle(
  type: string,
  title: string,
  { language, scope }: Pick<Context, 'language' | 'scope'>,
): string | null {
  const [kept = '', ...parts] = title.split(PARTED);
  if (!isKeyOf(words, type) || parts.length === 0 || kept === '') return null;
  const [count = '', amount = '', ...rest] = parts;
  // Messages from before bills were counted have their text alone.
  if (!isKeyOf(counting, type) || !/^\d+$/.test(count))
    return `${words[type][language]}: ${parts.join(PARTED)}`;
  const sum = seesCounted(scope, type) ? amount : '';
  const named = counting[type][language]
    .replace('{n}', count)
    .replace(' {amount}', sum === '' ? '' : ` ${sum}`)
    .replace(/^1 bills/, '1 bill');
  return `${named}: ${rest.join(PARTED)}`;
}
