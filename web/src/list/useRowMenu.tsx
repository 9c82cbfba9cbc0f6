import { CopyOutlined } from '@ant-design/icons';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../phrase/index.ts';
import type { RowAction } from '../record/listTypes.ts';
import { keyOfRow } from '../record/listTypes.ts';
import { actsOf, runRowAction, toActionItems } from './RowActions.tsx';
import { copyCell, findAimedCell, isTextSelected, keepsBrowserMenu } from './rowMenu.ts';
import type { ListState } from './useList.ts';

const COPY_CELL = 'copy cell';

/** Returns the items of a row's menu: the row's actions, and copying the cell unless empty. */
export function rowMenuItems<Row>(actions: readonly RowAction<Row>[], row: Row, text: string) {
  const items = toActionItems(actsOf(actions, row));
  if (text === '') return items;
  const icon = (
    <span aria-hidden>
      <CopyOutlined />
    </span>
  );
  const copy = { key: COPY_CELL, label: t('list.copyCell'), icon, danger: false };
  return items.length === 0 ? [copy] : [...items, { type: 'divider' as const }, copy];
}

interface OpenedRowMenu<Row> {
  readonly row: Row;
  /** Text of the cell. */
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** Element with the focus before the menu opened. */
  readonly origin: Element | null;
}

interface RowMenuOptions<Row> {
  readonly rowOf: (key: string) => Row | undefined;
  readonly actions: readonly RowAction<Row>[];
  readonly onDone: () => void;
}

interface DrawnRowMenuProps<Row> extends RowMenuOptions<Row> {
  readonly opened: OpenedRowMenu<Row>;
  readonly onClose: () => void;
}

function DrawnRowMenu<Row>(props: DrawnRowMenuProps<Row>): ReactNode {
  const { opened, actions, onDone, onClose } = props;
  const { row, text, left, top, origin } = opened;
  const close = (): void => {
    // A dialog returns the focus to the place that had the focus when the dialog opened.
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      menu={{
        items: rowMenuItems(actions, row, text),
        onClick: ({ key, domEvent }) => {
          // The same Enter would also answer the question of the chosen action.
          domEvent.preventDefault();
          close();
          const action = actions.find((one) => one.key === key);
          if (key === COPY_CELL) void copyCell(text);
          else if (action !== undefined) void runRowAction(action, row, onDone);
        },
      }}
    >
      {/* An anchor without size counts as hidden, and the menu would stay out of sight. */}
      <span aria-hidden style={{ position: 'fixed', left, top, width: 1, height: 1 }} />
    </Dropdown>
  );
}

/** Menu of a list's rows at the cursor, by the right mouse button or the menu key, and the ref of the list. */
export function useRowMenu<Row>(options: RowMenuOptions<Row>) {
  const [opened, setOpened] = useState<OpenedRowMenu<Row> | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const area = useCallback((list: HTMLElement | null) => {
    if (list === null) return undefined;
    // On some systems the right button selects a word before the menu is requested.
    let selected = false;
    const onMouseDown = ({ target }: MouseEvent): void => {
      const row = target instanceof Element ? target.closest('[data-row-key]') : null;
      selected = row !== null && isTextSelected(row);
    };
    const onContextMenu = (event: MouseEvent): void => {
      const { actions, rowOf } = latest.current;
      const { target, button, clientX: left, clientY: top } = event;
      const aimed = event.defaultPrevented ? null : findAimedCell(list, target);
      const row = aimed === null ? undefined : rowOf(aimed.key);
      if (aimed === null || row === undefined) return;
      if (keepsBrowserMenu(event, button === 2 ? selected : isTextSelected(aimed.row))) return;
      if (rowMenuItems(actions, row, aimed.text).length === 0) return;
      event.preventDefault();
      setOpened({ row, text: aimed.text, left, top, origin: document.activeElement });
    };
    list.addEventListener('mousedown', onMouseDown);
    list.addEventListener('contextmenu', onContextMenu);
    return () => {
      list.removeEventListener('mousedown', onMouseDown);
      list.removeEventListener('contextmenu', onContextMenu);
    };
  }, []);
  return {
    area,
    drawn:
      opened === null ? null : (
        <DrawnRowMenu
          key={`${opened.left} ${opened.top}`}
          {...options}
          opened={opened}
          onClose={() => setOpened(null)}
        />
      ),
  };
}

const NO_ACTIONS: readonly never[] = [];

/** Menu of the rows of a list; without actions of rows, copying a cell. */
export const useListRowMenu = <T extends TableDeclaration>(
  { table, data, reload }: ListState<T>,
  actions: readonly RowAction<RowOf<T>>[] = NO_ACTIONS,
) =>
  useRowMenu<RowOf<T>>({
    rowOf: (key) => data?.rows.find((row) => keyOfRow(table, row) === key),
    actions,
    onDone: reload,
  });
