import type { SeedLanguage } from './roles.ts';

interface FirstRecords {
  /** Name of the demo company. */
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

const makeFirstUnit = (base: string, sub: string, ratio: string) => ({
  name: `${base}/(${sub}=${ratio}${base})`,
  base_unit: base,
  sub_unit: sub,
  ratio,
});
const makeIncomeItem = (name: string) => ({ type: 'income', name }) as const;
const makeExpenseItem = (name: string) => ({ type: 'expense', name }) as const;

/** Usual settings by language, if different from the defaults. */
export const usualSettings = {
  'zh-cn': { currency: 'CNY', currency_symbol: '¥' },
  en: {},
} as const;

/** Initial records of a company; the first document needs no set-up. */
export const firstRecords: Readonly<Record<SeedLanguage, FirstRecords>> = {
  'zh-cn': {
    demo: '示例商贸公司',
    warehouse: '主仓库',
    account: '现金',
    units: [makeFirstUnit('个', '箱', '12'), makeFirstUnit('瓶', '箱', '24')],
    items: [
      makeIncomeItem('利息收入'),
      makeIncomeItem('其他收入'),
      makeExpenseItem('房租'),
      makeExpenseItem('水电费'),
      makeExpenseItem('运费'),
      makeExpenseItem('工资'),
      makeExpenseItem('其他支出'),
    ],
  },
  en: {
    demo: 'Demo Trading',
    warehouse: 'Main warehouse',
    account: 'Cash',
    units: [makeFirstUnit('piece', 'box', '12'), makeFirstUnit('bottle', 'case', '24')],
    items: [
      makeIncomeItem('Interest'),
      makeIncomeItem('Other income'),
      makeExpenseItem('Rent'),
      makeExpenseItem('Utilities'),
      makeExpenseItem('Freight'),
      makeExpenseItem('Wages'),
      makeExpenseItem('Other expenses'),
    ],
  },
};
