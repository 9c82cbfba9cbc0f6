import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';

let acts: typeof import('./RowActions.tsx');
beforeAll(async () => {
  const phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  acts = await import('./RowActions.tsx');
});

const act = (key: string) => ({ key, label: `Word of ${key}`, icon: null });

test.each([
  [['copy'], 'copy', false],
  [['grant', 'edit', 'delete'], 'edit', true],
  [['accept', 'match'], 'accept', true],
] as const)(
  'a row with the actions %s shows %s in words, and the rest in a menu',
  (keys, word, menu) => {
    const actions = keys.map(act);
    const props = { row: {}, actions, onDone: () => undefined };
    const drawn = renderToStaticMarkup(createElement(acts.RowActions, props));
    expect(keys.filter((key) => drawn.includes(`Word of ${key}`))).toEqual([word]);
    expect(drawn.includes('aria-label="Actions"')).toBe(menu);
    const least = acts.widthOfActs([act(word)], [{}]);
    expect(acts.widthOfActs(actions, [{}]) > least).toBe(menu);
  },
);
