import { inOutItemChoices, inOutItems, revenueClasses } from '@tradehouse/contract';
import type { InOutItemType } from '@tradehouse/domain';
import type { Language } from './assortment.ts';
import type { Desk } from './desk.ts';
import { said } from './goods.ts';
import type { Words } from './goods.ts';

/** An item of income or expenses, by its place among those of its type. */
export interface Item {
  readonly type: InOutItemType;
  readonly at: number;
}

interface Class {
  readonly type: Item['type'];
  readonly name: Words;
  /** The items that a new company has and that belong here, by their places. */
  readonly items?: readonly number[];
  readonly below?: readonly Class[];
}

const leaf = (type: Item['type'], name: Words, ...items: number[]): Class => ({
  type,
  name,
  items,
});

/** What the items of a new company are sorted by (`database/seed/firstRecords.ts`). */
const classes: readonly Class[] = [
  leaf('income', said('其他收益', 'Other gains'), 0, 1),
  {
    type: 'expense',
    name: said('期间费用', 'Running costs'),
    below: [
      leaf('expense', said('场地费用', 'Premises'), 0, 1),
      leaf('expense', said('物流费用', 'Logistics'), 2),
      leaf('expense', said('人员费用', 'Staff'), 3),
      leaf('expense', said('其他费用', 'Other costs'), 4),
    ],
  },
];

/** Sorts the items of income and expenses; answers how each is named by its place. */
export async function itemsOf(desk: Desk, language: Language): Promise<(item: Item) => string> {
  const [income, expenses] = [
    await desk.call(inOutItemChoices, { type: 'in' }),
    await desk.call(inOutItemChoices, { type: 'out' }),
  ];
  const itemId = ({ type, at }: Item): string =>
    (type === 'income' ? income : expenses)[at]?.id ?? '';
  /** All else of the item stays. */
  const putBelow = async (item: Item, classId: string) => {
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
