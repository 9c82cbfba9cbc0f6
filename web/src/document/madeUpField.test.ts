// Screens of a new head field without code of its own: form, request, paper and refusal.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';

const NAME = 'shelfCard';

let queries: typeof import('../app/net/query.ts');
let drafts: typeof import('./draft/headDraft.ts');
let form: typeof import('./form/PlainFields.tsx');
let refusals: typeof import('./draft/refusals.ts');
beforeAll(async () => {
  // Before anything is derived of them.
  const { headFields } = await import('@tradehouse/contract/headFields');
  const { externalOrder } = headFields;
  Object.assign(headFields, { [NAME]: { ...externalOrder, keeps: 'shelf_card' } });
  [queries, drafts, form, refusals] = await Promise.all([
    import('../app/net/query.ts'),
    import('./draft/headDraft.ts'),
    import('./form/PlainFields.tsx'),
    import('./draft/refusals.ts'),
  ]);
});

test('the form of a saved document keeps the value of a new head field', () => {
  const { blankHead, toGoodsDocumentInput: goodsInput } = drafts;
  expect(Reflect.get(blankHead, NAME)).toBe('');
  const head = { ...blankHead, [NAME]: 'A-17' };
  expect(goodsInput('purchaseIn', head, [], false)).toMatchObject({ [NAME]: 'A-17' });
  expect(goodsInput('otherIn', head, [], false)).not.toHaveProperty(NAME);
});

test('a new head field has a control in the form, and shows refusals', () => {
  queries.queryClient.setQueryData(['settings'], { hiddenAmounts: [] });
  const head = { ...drafts.blankHead, [NAME]: 'A-17' };
  const page = renderToStaticMarkup(
    createElement(form.PlainFields, {
      code: 'purchaseIn',
      at: 'more',
      head,
      errors: { [NAME]: 'Too long' },
      onChange: () => undefined,
    }),
  );
  expect(page).toContain('value="A-17"');
  expect(page).toContain('Too long');
  expect(refusals.refusedField(NAME, 'Too long').step).toBe('head');
});
