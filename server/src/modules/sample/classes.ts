import { inOutItemChoices, inOutItems, revenueClasses } from '@tradehouse/contract';
import type { InOutItemType } from '@tradehouse/domain';
import type { SampleLanguage } from './assortment.ts';
import type { SampleClient } from './desk.ts';
import { makeSampleWords } from './goods.ts';
import type { SampleWords } from './goods.ts';

/** Income or expense item, by index within the type. */
export interface SampleInOutItem {
  readonly type: InOutItemType;
  readonly at: number;
}

interface Class {
  readonly type: SampleInOutItem['type'];
  readonly name: SampleWords;
  /** Items of a new company in this class, by index. */
  readonly items?: readonly number[];
  readonly below?: readonly Class[];
}

const makeItemClass = (
  type: SampleInOutItem['type'],
  name: SampleWords,
  ...items: number[]
): Class => ({
  type,
  name,
  items,
});

/** Classes for the items of a new company (`database/seed/firstRecords.ts`). */
const classes: readonly Class[] = [
  makeItemClass('income', makeSampleWords('其他收益', 'Other gains'), 0, 1),
  {
    type: 'expense',
    name: makeSampleWords('期间费用', 'Running costs'),
    below: [
      makeItemClass('expense', makeSampleWords('场地费用', 'Premises'), 0, 1),
      makeItemClass('expense', makeSampleWords('物流费用', 'Logistics'), 2),
      makeItemClass('expense', makeSampleWords('人员费用', 'Staff'), 3),
      makeItemClass('expense', makeSampleWords('其他费用', 'Other costs'), 4),
    ],
  },
];

/** Sorts income and expense items into classes; returns an item's name by index. */
export async function classifySampleItems(
  desk: SampleClient,
  language: SampleLanguage,
): Promise<(item: SampleInOutItem) => string> {
  const [income, expenses] = [
    await desk.call(inOutItemChoices, { type: 'in' }),
    await desk.call(inOutItemChoices, { type: 'out' }),
  ];
  const itemId = ({ type, at }: SampleInOutItem): string =>
    (type === 'income' ? income : expenses)[at]?.id ?? '';
  /** All else of the item stays. */
  const putBelow = async (item: SampleInOutItem, classId: string) => {
    const found = await desk.call(inOutItems.infoCall, { id: itemId(item) });
    const { className: _, ledgerAccountName: __, ...kept } = found;
    await desk.call(inOutItems.update, { ...kept, type: item.type, classId });
  };
  const add = async (all: readonly Class[], above: string, parentId: string | null) => {
    for (const [place, { type, name, items = [], below = [] }] of all.entries()) {
      const number = `${above}${place + 1}`;
      const body = { type, name: name[language], number, parentId, sort: place };
      const { id: classId } = await desk.call(revenueClasses.add, body);
      for (const at of items) await putBelow({ type, at }, classId);
      await add(below, `${number}-`, classId);
    }
  };
  await add(classes, '', null);
  return itemId;
}
