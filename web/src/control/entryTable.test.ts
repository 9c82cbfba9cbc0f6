import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { EntryTable, toCardColumns } from './EntryTable.tsx';

test('a card on a phone wraps a long number instead of cutting the number', () => {
  const columns = [{ title: 'Number', dataIndex: 'number', width: 90, ellipsis: true }];
  const draw = (drawn: typeof columns): string =>
    renderToStaticMarkup(
      createElement(EntryTable<{ readonly number: string }>, {
        rowKey: 'number',
        dataSource: [{ number: '26332000001234567890' }],
        columns: drawn,
      }),
    );
  expect(draw(columns)).toContain('ellipsis');
  expect(draw(toCardColumns(columns) as typeof columns)).not.toContain('ellipsis');
});
