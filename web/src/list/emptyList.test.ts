import { table } from '@tradehouse/contract';
import { boughtTable } from '@tradehouse/contract/testReport';
import { beforeAll, expect, test } from 'vitest';

let screen: typeof import('./testScreen.ts');
let pages: typeof import('./report/reportPage.tsx');
let phrase: typeof import('../phrase/index.ts');
beforeAll(async () => {
  phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  [screen, pages] = await Promise.all([
    import('./testScreen.ts'),
    import('./report/reportPage.tsx'),
  ]);
});

const asked = { by: 'own', control: 'text' } as const;
const needing = table({
  ...boughtTable,
  filters: {
    productLike: { ...boughtTable.filters.productLike, required: true },
    number: asked,
    dates: { by: 'own', control: 'dates', starts: 'thisMonth' },
    hasDebt: { by: 'own', control: 'flag', starts: true },
  },
});
const any = table({ ...boughtTable, filters: { number: asked } });

test.each([
  [any, '', 'list.none'],
  [any, 'number=XS', 'list.noneFound'],
  [needing, 'productLike=7', 'list.noneYet'],
  [needing, 'productLike=7&hasDebt=false', 'list.noneFound'],
  [needing, 'productLike=7&number=XS', 'list.noneFound'],
] as const)(
  'an empty list with only required or initial filters shows the start text (%#)',
  (of, query, said) => {
    const Page = pages.reportPage({ table: of });
    expect(screen.firstDrawn(Page, boughtTable.page, [], query)).toContain(phrase.t(said));
  },
);
