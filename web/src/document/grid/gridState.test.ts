import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { canFitText } from './column.ts';
import type { GridColumn } from './column.ts';
import { toTsv, fromTsv } from './clipboard.ts';
import { gridStore } from './gridStore.ts';
import { handleGridKey } from './keys.ts';
import type { GridCommands } from './keys.ts';
import {
  appendBlankRow,
  clearSelectedCells,
  copySelectedCells,
  focusNextStop,
  filledDown,
  focusCell,
  moveFocus,
  pasteGridCells,
  redoGridStep,
  refuseGridCell,
  removeGridRows,
  gridOf,
  shiftGridRow,
  focusNextEditable,
  undoGridStep,
  writeGridCell,
} from './gridState.ts';
import type { GridShape, GridState } from './gridState.ts';

interface Line {
  readonly code: string;
  readonly name: string;
  readonly quantity: string;
}

const line = (code: string, quantity = '1'): Line => ({ code, name: `name of ${code}`, quantity });

const columns: readonly GridColumn<Line>[] = [
  {
    id: 'code',
    title: 'Code',
    width: 100,
    show: ({ code }) => code,
    write: (row, code) => ({ row: { ...row, code } }),
    stop: () => true,
  },
  { id: 'name', title: 'Name', width: 100, show: ({ name }) => name },
  {
    id: 'quantity',
    title: 'Quantity',
    width: 80,
    show: ({ quantity }) => quantity,
    write: (row, text) =>
      /^\d*$/.test(text) ? { row: { ...row, quantity: text } } : { wrong: 'not a number' },
    stop: ({ code }) => code !== '',
  },
];

const shape: GridShape<Line> = {
  columns,
  blank: () => ({ code: '', name: '', quantity: '' }),
  isBlank: ({ code }) => code === '',
};

const at = (grid: GridState<Line>): string =>
  grid.focus === null
    ? '-'
    : `${grid.rows.findIndex(({ key }) => key === grid.focus?.key)} ${grid.focus.column}`;

const on = (
  row: number,
  column: string,
  values: readonly Line[] = [line('a'), line('b'), line('c')],
) => {
  const grid = gridOf(values);
  return focusCell(grid, { key: grid.rows[row]!.key, column });
};

const values = (grid: GridState<Line>): readonly Line[] => grid.rows.map(({ value }) => value);
const quantities = (grid: GridState<Line>): readonly string[] =>
  values(grid).map(({ quantity }) => quantity);

describe('the focus of a grid', () => {
  test.each([
    ['right', 0, 'code', { columns: 1 }, '0 name'],
    ['down', 0, 'code', { rows: 1 }, '1 code'],
    ['up from the first row', 0, 'code', { rows: -1 }, '0 code'],
    ['left of the first column', 1, 'code', { columns: -1 }, '1 code'],
    ['a page down from the last', 2, 'name', { rows: 10 }, '2 name'],
  ] as const)(
    'moves by rows and columns: %s from row %i, column %s',
    (_, row, column, by, expected) => {
      expect(at(moveFocus(on(row, column), shape, by))).toBe(expected);
    },
  );

  test.each([
    ['from a code to its quantity', 0, 'code', '0 quantity'],
    ['over what is read only', 0, 'name', '0 quantity'],
    ['from the last cell to the next row', 0, 'quantity', '1 code'],
  ] as const)('Enter moves the focus %s', (_, row, column, expected) => {
    expect(at(focusNextStop(on(row, column), shape)!)).toBe(expected);
  });

  test('Enter goes back to a missed required cell before leaving the row', () => {
    const needsName: GridShape<Line> = {
      ...shape,
      columns: shape.columns.map((column) =>
        column.id === 'name'
          ? {
              ...column,
              required: true,
              editable: () => true,
              write: (row, name) => ({ row: { ...row, name } }),
              stop: ({ name }) => name === '',
            }
          : column,
      ),
    };
    const missed = on(0, 'quantity', [{ ...line('a'), name: '' }, line('b')]);
    expect(at(focusNextStop(missed, needsName)!)).toBe('0 name');
    expect(at(focusNextStop(on(0, 'quantity'), needsName)!)).toBe('1 code');
  });

  test('Enter in the last cell adds a row', () => {
    const grid = focusNextStop(on(2, 'quantity'), shape)!;
    expect(grid.rows).toHaveLength(4);
    expect(at(grid)).toBe('3 code');
  });

  test('Enter in a blank last row leaves the grid', () => {
    expect(focusNextStop(appendBlankRow(on(2, 'quantity'), shape), shape)).toBeNull();
  });

  test('Enter adds no row to a grid with a fixed number of rows', () => {
    expect(focusNextStop(on(2, 'quantity'), { ...shape, fixed: true })).toBeNull();
  });

  test.each([
    ['forward', 0, 'code', true, '0 quantity'],
    ['backward', 1, 'code', false, '0 quantity'],
  ] as const)('Tab moves the focus %s to an editable cell', (_, row, column, forward, expected) => {
    expect(at(focusNextEditable(on(row, column), shape, forward)!)).toBe(expected);
  });

  test('Tab leaves the grid after the last cell', () => {
    expect(focusNextEditable(on(2, 'quantity'), shape, true)).toBeNull();
  });

  test('the focus stays within the rows and columns, whatever moves are made', () => {
    const step = fc.record({
      rows: fc.integer({ min: -5, max: 5 }),
      columns: fc.integer({ min: -5, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const grid = steps.reduce<GridState<Line>>(
          (now, by) => moveFocus(now, shape, by),
          on(1, 'name'),
        );
        expect(at(grid)).toMatch(/^[012] (code|name|quantity)$/);
      }),
    );
  });
});

test.each([
  ['', true],
  ['6901234567', true],
  ['690123456789', false],
  ['五金建材', true],
  ['华东五金建材贸易', false],
] as const)('a column of 100 pixels shows the whole of “%s”: %s', (text, whole) => {
  expect(canFitText({ id: 'name', title: 'Name', width: 100, show: () => text }, text)).toBe(whole);
});

describe('writing', () => {
  test('a text becomes the value', () => {
    const grid = on(1, 'quantity');
    expect(quantities(writeGridCell(grid, shape, grid.focus!, '7'))).toEqual(['1', '7', '1']);
  });

  test('an unreadable text stays in the cell with the reason, without blocking further cells', () => {
    const grid = on(1, 'quantity');
    const wrong = writeGridCell(grid, shape, grid.focus!, 'seven');
    expect(wrong.rows[1]!.wrong['quantity']).toEqual({ text: 'seven', reason: 'not a number' });
    const next = writeGridCell(wrong, shape, { key: wrong.rows[0]!.key, column: 'quantity' }, '3');
    expect(quantities(next)).toEqual(['3', '1', '1']);
    expect(writeGridCell(next, shape, grid.focus!, '2').rows[1]!.wrong).toEqual({});
  });

  test('a read-only cell accepts nothing', () => {
    const grid = on(1, 'name');
    expect(writeGridCell(grid, shape, grid.focus!, 'x').rows).toBe(grid.rows);
  });

  test('a cell refused by the server stays marked until a new value is written', () => {
    const grid = on(1, 'quantity');
    const marked = refuseGridCell(grid, grid.focus!, 'too few');
    expect(marked.rows[1]!.wrong['quantity']?.reason).toBe('too few');
    expect(writeGridCell(marked, shape, grid.focus!, '1').rows[1]!.wrong).toEqual({});
  });
});

describe('ranges of grid cells', () => {
  test('Ctrl+D on a single cell takes the cell above', () => {
    expect(
      quantities(filledDown(on(1, 'quantity', [line('a', '5'), line('b'), line('c')]), shape)),
    ).toEqual(['5', '5', '1']);
  });

  test('Ctrl+D over a range copies its first row down', () => {
    const grid = on(0, 'quantity', [line('a', '5'), line('b'), line('c')]);
    expect(
      quantities(filledDown(moveFocus(grid, shape, { rows: 2, extend: true }), shape)),
    ).toEqual(['5', '5', '5']);
  });

  test('Delete empties the range', () => {
    const grid = moveFocus(on(0, 'quantity'), shape, { rows: 1, extend: true });
    expect(quantities(clearSelectedCells(grid, shape))).toEqual(['', '', '1']);
  });

  test('pasted rows are written from the focused row on, and surplus rows are added at the end', () => {
    const grid = pasteGridCells(on(2, 'code'), shape, [
      ['x', 'ignored', '4'],
      ['y', '', '6'],
    ]);
    expect(values(grid).map(({ code, name, quantity }) => [code, name, quantity])).toEqual([
      ['a', 'name of a', '1'],
      ['b', 'name of b', '1'],
      ['x', 'name of c', '4'],
      ['y', '', '6'],
    ]);
  });

  test('a pasted unreadable text marks only the pasted cell wrong', () => {
    const grid = pasteGridCells(on(0, 'quantity'), shape, [['2'], ['two'], ['3']]);
    expect(quantities(grid)).toEqual(['2', '1', '3']);
    expect(grid.rows.map(({ wrong }) => Object.keys(wrong))).toEqual([[], ['quantity'], []]);
  });

  test('pasting adds no rows to a grid with a fixed number of rows', () => {
    expect(
      pasteGridCells(on(2, 'code'), { ...shape, fixed: true }, [['x'], ['y']]).rows,
    ).toHaveLength(3);
  });

  test('Ctrl+Backspace removes the selected rows and keeps the position of the focus', () => {
    const grid = on(1, 'quantity');
    const left = removeGridRows(grid, shape, new Set([grid.focus!.key]));
    expect(values(left).map(({ code }) => code)).toEqual(['a', 'c']);
    expect(at(left)).toBe('1 quantity');
  });

  test('removing the last row leaves a blank row', () => {
    const grid = on(0, 'code', [line('a')]);
    expect(values(removeGridRows(grid, shape, new Set([grid.rows[0]!.key])))).toEqual([
      shape.blank(undefined),
    ]);
  });

  test('a row moves up and down', () => {
    const grid = on(0, 'code');
    expect(values(shiftGridRow(grid, grid.rows[2]!.key, -1)).map(({ code }) => code)).toEqual([
      'a',
      'c',
      'b',
    ]);
    expect(shiftGridRow(grid, grid.rows[0]!.key, -1)).toBe(grid);
  });
});

describe('undo', () => {
  const aText = fc.string({ maxLength: 6 });
  const aMove = fc.oneof(
    fc
      .record({ rows: fc.integer({ min: -3, max: 3 }), columns: fc.integer({ min: -3, max: 3 }) })
      .map((by) => (grid: GridState<Line>) => moveFocus(grid, shape, by)),
    aText.map(
      (text) => (grid: GridState<Line>) =>
        grid.focus ? writeGridCell(grid, shape, grid.focus, text) : grid,
    ),
    fc
      .array(fc.array(aText, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
      .map((cells) => (grid: GridState<Line>) => pasteGridCells(grid, shape, cells)),
    fc.constant((grid: GridState<Line>) => filledDown(grid, shape)),
    fc.constant((grid: GridState<Line>) => clearSelectedCells(grid, shape)),
    fc.constant((grid: GridState<Line>) =>
      removeGridRows(grid, shape, new Set([grid.focus?.key ?? ''])),
    ),
    fc.constant((grid: GridState<Line>) => focusNextStop(grid, shape) ?? grid),
  );

  test('undoing all edits restores the first rows, redoing all edits the last rows', () => {
    fc.assert(
      fc.property(fc.array(aMove, { maxLength: 40 }), (moves) => {
        const start = on(1, 'quantity');
        const end = moves.reduce((now, move) => move(now), start);
        const back = end.past.reduce((now) => undoGridStep(now), end);
        expect(back.rows).toEqual(start.rows);
        expect(back.future.reduce((now) => redoGridStep(now), back).rows).toEqual(end.rows);
      }),
    );
  });

  test('row keys stay unique after any edits', () => {
    fc.assert(
      fc.property(fc.array(aMove, { maxLength: 40 }), (moves) => {
        const end = moves.reduce((now, move) => move(now), on(1, 'quantity'));
        expect(new Set(end.rows.map(({ key }) => key)).size).toBe(end.rows.length);
      }),
    );
  });
});

describe('clipboard', () => {
  test('a range is copied unchanged', () => {
    expect(
      copySelectedCells(
        moveFocus(on(0, 'code'), shape, { rows: 1, columns: 2, extend: true }),
        shape,
      ),
    ).toEqual([
      ['a', 'name of a', '1'],
      ['b', 'name of b', '1'],
    ]);
  });

  test.each([
    ['a spreadsheet row ends in a break', 'a\tb\r\n', [['a', 'b']]],
    ['an empty cell between', 'a\t\tb', [['a', '', 'b']]],
    ['a break inside quotes', '"two\nlines"\tb', [['two\nlines', 'b']]],
    ['a quote inside quotes', '"5"" pipe"', [['5" pipe']]],
    ['a quote that is only an inch', '5"\t6"', [['5"', '6"']]],
    ['nothing', '', [['']]],
  ] as const)('%s', (_, text, cells) => {
    expect(fromTsv(text)).toEqual(cells);
  });

  test('copied cells paste back unchanged', () => {
    const cells = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(fc.string(), { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 5,
        }),
      )
      // A lone empty last row is what a closing break looks like.
      .filter((rows) => rows.length === 1 || rows.at(-1)!.join('') !== '');
    fc.assert(
      fc.property(cells, (rows) => {
        expect(fromTsv(toTsv(rows))).toEqual(rows);
      }),
    );
  });
});

describe('keys', () => {
  const press = (
    store: ReturnType<typeof gridStore<Line>>,
    key: string,
    held: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {},
    commands: GridCommands = {},
  ) =>
    handleGridKey(
      { store, shape, commands, page: 10 },
      { key, ctrl: held.ctrl ?? false, shift: held.shift ?? false, alt: held.alt ?? false },
    );
  const typed = (store: ReturnType<typeof gridStore<Line>>, text: string) =>
    store.change((grid) => ({ ...grid, typing: text }));

  test('typing a code, Enter, a quantity and Enter completes a line without the mouse', () => {
    const store = gridStore([line('', '')]);
    store.change((grid) => moveFocus(grid, shape, {}));
    typed(store, 'p1');
    press(store, 'Enter');
    typed(store, '12');
    press(store, 'Enter');
    expect(values(store.grid()).map(({ code, quantity }) => [code, quantity])).toEqual([
      ['p1', '12'],
      ['', ''],
    ]);
    expect(at(store.grid())).toBe('1 code');
  });

  const [shift, ctrl, alt] = [{ shift: true }, { ctrl: true }, { alt: true }];
  test.each([
    ['Tab', {}, '2 code', 'a1 b2 c3'],
    ['Tab', shift, '1 code', 'a1 b2 c3'],
    ['Enter', {}, '2 code', 'a1 b2 c3'],
    ['Enter', shift, '0 quantity', 'a1 b2 c3'],
    ['ArrowUp', {}, '0 quantity', 'a1 b2 c3'],
    ['ArrowDown', {}, '2 quantity', 'a1 b2 c3'],
    ['ArrowLeft', {}, '1 name', 'a1 b2 c3'],
    ['PageDown', {}, '2 quantity', 'a1 b2 c3'],
    ['Home', {}, '1 code', 'a1 b2 c3'],
    ['Home', ctrl, '0 code', 'a1 b2 c3'],
    ['End', ctrl, '2 quantity', 'a1 b2 c3'],
    ['Delete', {}, '1 quantity', 'a1 b c3'],
    ['d', ctrl, '1 quantity', 'a1 b1 c3'],
    ['Backspace', ctrl, '1 quantity', 'a1 c3'],
    ['Delete', ctrl, '1 quantity', 'a1 c3'],
    ['ArrowUp', alt, '0 quantity', 'b2 a1 c3'],
    ['ArrowDown', alt, '2 quantity', 'a1 c3 b2'],
  ] as const)(
    'the key %s, held with %j, moves the focus to %s; the rows are then %s',
    (key, held, place, left) => {
      const store = gridStore([line('a', '1'), line('b', '2'), line('c', '3')]);
      store.change((grid) => focusCell(grid, { key: '1', column: 'quantity' }));
      expect(press(store, key, held)).toBe(true);
      const rows = store.values().map(({ code, quantity }) => code + quantity);
      expect([at(store.grid()), rows.join(' ')]).toEqual([place, left]);
    },
  );

  test('Ctrl+Z restores a line removed by Ctrl+Backspace, and Ctrl+Y removes the line again', () => {
    const store = gridStore([line('a'), line('b')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'code' }));
    press(store, 'Backspace', ctrl);
    press(store, 'z', ctrl);
    expect(store.values()).toEqual([line('a'), line('b')]);
    press(store, 'y', ctrl);
    expect(store.values()).toEqual([line('b')]);
  });

  test('F7 opens products with the typed text and F8 the scan log, if handlers exist', () => {
    const store = gridStore([line('a')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'code' }));
    typed(store, 'ink');
    const asked: unknown[] = [];
    const commands = {
      onPick: (...what: readonly string[]) => asked.push(what),
      onScanLog: () => asked.push('log'),
    };
    expect([press(store, 'F7', {}, commands), press(store, 'F8', {}, commands)]).toEqual([
      true,
      true,
    ]);
    expect(asked).toEqual([['0', 'ink'], 'log']);
    expect(store.values()).toEqual([line('a')]);
    expect([press(store, 'F7'), press(store, 'F8')]).toEqual([false, false]);
  });

  test('Enter on an unreadable text keeps the focus in the cell', () => {
    const store = gridStore([line('a')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'quantity' }));
    typed(store, 'x');
    press(store, 'Enter');
    expect(at(store.grid())).toBe('0 quantity');
  });

  test('Escape drops a typed text, and without a typed text is left to the page', () => {
    const store = gridStore([line('a')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'code' }));
    typed(store, 'x');
    expect(press(store, 'Escape')).toBe(true);
    expect(store.values()).toEqual([line('a')]);
    expect(press(store, 'Escape')).toBe(false);
  });

  test('arrows left and right move within an edited text, arrows up and down leave the cell', () => {
    const store = gridStore([line('a'), line('b')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'code' }));
    typed(store, 'xy');
    expect(press(store, 'ArrowLeft')).toBe(false);
    press(store, 'ArrowDown');
    expect(values(store.grid())[0]!.code).toBe('xy');
    expect(at(store.grid())).toBe('1 code');
  });

  test('Ctrl+Z undoes typed text', () => {
    const store = gridStore([line('a')]);
    store.change((grid) => focusCell(grid, { key: '0', column: 'quantity' }));
    typed(store, '9');
    press(store, 'Enter');
    press(store, 'z', { ctrl: true });
    press(store, 'z', { ctrl: true });
    expect(store.values()).toEqual([line('a')]);
  });
});

test('an error in a listener prevents neither the change nor calls of further listeners', () => {
  const failures: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => failures.push(error));
  const store = gridStore([line('a')]);
  const told: string[] = [];
  store.subscribe(() => {
    throw new Error('drawn too often');
  });
  store.subscribe(() => void told.push('second'));
  store.change((grid) => focusCell(grid, { key: '0', column: 'code' }));
  vi.unstubAllGlobals();
  expect([told, failures.map(String)]).toEqual([['second'], ['Error: drawn too often']]);
});
