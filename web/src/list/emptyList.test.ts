import { defineTable } from '@tradehouse/contract';
import { boughtTable } from '@tradehouse/contract/testReport';
import { beforeAll, expect, test } from 'vitest';

let screen: typeof import('./testScreen.ts');
let pages: typeof import('./report/reportPage.tsx');
let lists: typeof import('./listPage.tsx');
let phrase: typeof import('../phrase/index.ts');
beforeAll(async () => {
  phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  [screen, pages, lists] = await Promise.all([
    import('./testScreen.ts'),
    import('./report/reportPage.tsx'),
    import('./listPage.tsx'),
  ]);
});

const asked = { by: 'own', control: 'text' } as const;
const needing = defineTable({
  ...boughtTable,
  filters: {
    productLike: { ...boughtTable.filters.productLike, required: true },
    number: asked,
    dates: { by: 'own', control: 'dates', starts: 'thisMonth' },
    hasDebt: { by: 'own', control: 'flag', starts: true },
  },
});
const any = defineTable({ ...boughtTable, filters: { number: asked } });

test.each([
  [any, '', 'list.none'],
  [any, 'number=XS', 'list.noneFound'],
  [needing, 'productLike=7', 'list.noneFound'],
  [needing, 'productLike=7&hasDebt=false', 'list.noneFound'],
  [needing, 'productLike=7&number=XS', 'list.noneFound'],
] as const)(
  'an empty list without filters reports no rows yet, and a list with filters no matching row (%#)',
  (of, query, said) => {
    const Page = pages.reportPage({ table: of });
    expect(screen.firstDrawn(Page, boughtTable.page, [], query)).toContain(phrase.t(said));
  },
);

const LOCKED = 'Lock stock at the end of its row.';
const started = defineTable({
  ...boughtTable,
  filters: { number: asked, hasDebt: { by: 'own', control: 'flag', starts: true } },
});

test.each([
  [any, '', LOCKED, false],
  [started, '', LOCKED, true],
  [started, 'number=XS', 'list.noneFound', true],
] as const)(
  'an empty list shows the hint of its page, and a list with filters the button for all rows (%#)',
  (of, query, said, offersAll) => {
    const Page = lists.listPage({ table: of, hint: LOCKED });
    const drawn = screen.firstDrawn(Page, boughtTable.page, [], query);
    expect(drawn).toContain(said === LOCKED ? said : phrase.t(said));
    expect(drawn.includes(phrase.t('list.showAll'))).toBe(offersAll);
  },
);

const aged = defineTable({
  ...boughtTable,
  id: 'receivableAgeing',
  filters: { number: asked, date: { by: 'own', control: 'day', starts: 'today' } },
});
const stated = defineTable({ ...started, id: 'supplierStatement' });
const traded = defineTable({
  ...boughtTable,
  filters: {
    number: asked,
    hasLastDebt: { by: 'own', control: 'flag' },
    inForce: { by: 'own', control: 'flag' },
  },
});

test.each([
  [aged, '', 'list.nobodyOwes', false],
  [aged, 'number=XS', 'list.noneFound', true],
  [stated, '', 'list.nothingOwed', true],
  [stated, 'number=XS', 'list.noneFound', true],
  [stated, 'hasDebt=false', 'list.noneFound', true],
  [traded, '', 'list.none', false],
  [traded, 'hasLastDebt=true', 'list.allSettled', true],
  [traded, 'hasLastDebt=true&inForce=true', 'list.allSettled', true],
  [traded, 'hasLastDebt=true&number=XS', 'list.noneFound', true],
] as const)(
  'an empty list of debts reports nothing owed only while no filter is chosen (%#)',
  (of, query, said, offersAll) => {
    const Page = lists.listPage({ table: of });
    const drawn = screen.firstDrawn(Page, boughtTable.page, [], query);
    expect(drawn).toContain(phrase.t(said));
    expect(drawn.includes(phrase.t('list.showAll'))).toBe(offersAll);
  },
);
