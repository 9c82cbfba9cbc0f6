import type { Language } from './roles.ts';

interface FirstRecords {
  /** What the demo company is called. */
  readonly demo: string;
  readonly warehouse: string;
  readonly account: string;
  readonly units: readonly {
    readonly name: string;
    readonly base_unit: string;
    readonly sub_unit: string;
    readonly ratio: string;
  }[];
  readonly items: readonly { readonly type: 'income' | 'expense'; readonly name: string }[];
}

const unit = (base: string, sub: string, ratio: string) => ({
  name: `${base}/(${sub}=${ratio}${base})`,
  base_unit: base,
  sub_unit: sub,
  ratio,
});
const income = (name: string) => ({ type: 'income', name }) as const;
const expense = (name: string) => ({ type: 'expense', name }) as const;

/** Settings that companies of a language usually have, where they differ from the defaults. */
export const usualSettings = {
  'zh-cn': { currency: 'CNY', currency_symbol: '¥' },
  en: {},
} as const;

/** What a new company has in its lists, so that its first document needs no set-up. */
export const firstRecords: Readonly<Record<Language, FirstRecords>> = {
  'zh-cn': {
    demo: '示例商贸公司',
    warehouse: '主仓库',
    account: '现金',
    units: [unit('个', '箱', '12'), unit('瓶', '箱', '24')],
    items: [
      income('利息收入'),
      income('其他收入'),
      expense('房租'),
      expense('水电费'),
      expense('运费'),
      expense('工资'),
      expense('其他支出'),
    ],
  },
  en: {
    demo: 'Demo Trading',
    warehouse: 'Main warehouse',
    account: 'Cash',
    units: [unit('piece', 'box', '12'), unit('bottle', 'case', '24')],
    items: [
      income('Interest'),
      income('Other income'),
      expense('Rent'),
      expense('Utilities'),
      expense('Freight'),
      expense('Wages'),
      expense('Other expenses'),
    ],
  },
};
