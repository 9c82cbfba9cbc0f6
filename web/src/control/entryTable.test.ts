import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { EntryTable } from './EntryTable.tsx';

vi.mock('../app/theme/useMedia.ts', () => ({ usePhone: () => true }));

beforeAll(() => loadPhrases('en'));

test('a card on a phone wraps a long number instead of cutting the number', () => {
  const number = '26332000001234567890';
  const drawn = renderToStaticMarkup(
    createElement(EntryTable<{ readonly number: string }>, {
      rowKey: 'number',
      dataSource: [{ number }],
      columns: [{ title: 'Number', dataIndex: 'number', width: 90, ellipsis: true }],
    }),
  );
  expect(drawn).toContain(number);
  expect(drawn).not.toContain('ellipsis');
});
