import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { FilterControl } from './FilterControl.tsx';

beforeAll(() => loadPhrases('zh-cn'));

test.each(['flag', 'choice', 'choices'] as const)(
  'a filter of the control %s names its clear button in the language of the interface',
  (control) => {
    const filter = { by: 'own', control, choices: ['true'] } as const;
    const value = control === 'choices' ? ['true'] : 'true';
    const named = { id: 'f', name: 'enabled', word: undefined, onChange: () => undefined };
    const drawn = renderToStaticMarkup(createElement(FilterControl, { ...named, filter, value }));
    expect(drawn).toContain('aria-label="清除"');
    expect(drawn).not.toContain('aria-label="Clear"');
  },
);
