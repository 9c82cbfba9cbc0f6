import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { RowOf, SheetId, Table } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { memo, useState } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTab, useTabs } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import { Caution } from './Caution.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { ListRows } from './ListRows.tsx';
import type {
  FormProps,
  ListAction,
  ListDefinition,
  RowAction,
  RowDialogProps,
} from '../record/listTypes.ts';
import { keyOf } from '../record/listTypes.ts';
import { newAction } from './newAction.tsx';
import { Pager } from './Pager.tsx';
import { deleteRow, resourceActions } from './resourceActions.tsx';
import { mostActs, RowActions } from './RowActions.tsx';
import { SheetDialog } from './sheet/SheetDialog.tsx';
import { EmptyList } from './EmptyList.tsx';
import { useSelection } from './selection.ts';
import { StaleRows } from './staleRows.ts';
import { ViewLacks } from './savedViews/ViewLacks.tsx';
import { ViewsButton } from './savedViews/ViewsButton.tsx';
import { standsAlone, useStartingView } from './savedViews/startingView.ts';
import type { ShownView } from './savedViews/startingView.ts';
import { Toolbar } from './Toolbar.tsx';
import type { ListState } from './useList.ts';
import { useList } from './useList.ts';
import { usePageKeys } from './usePageKeys.ts';

type Opened = Pick<FormProps, 'id' | 'copyOf'> | null;

/** The dialog that a row's action has opened. */
interface Asked<Row> {
  readonly Dialog: (props: RowDialogProps<Row>) => ReactNode;
  readonly row: Row;
}

const importAction =
  <Row,>(open: (sheet: SheetId) => void) =>
  (sheet: SheetId): ListAction<Row> => ({
    key: `import ${sheet}`,
    label: t(`sheet.act.${sheet}`),
    button: '1',
    needs: 'none',
    more: sheet === 'openingStock',
    run: () => {
      open(sheet);
      return false;
    },
  });

function formRowActions<T extends Table>(
  { table, form, copies }: ListDefinition<T>,
  open: (opened: Opened) => void,
): readonly RowAction<RowOf<T>>[] {
  if (form === undefined) return [];
  const edit: RowAction<RowOf<T>> = {
    key: 'edit',
    label: t('act.edit'),
    icon: <EditOutlined aria-hidden />,
    button: '1',
    run: (row) => {
      open({ id: keyOf(table, row) });
      return false;
    },
  };
  if (copies !== true) return [edit];
  const copy: RowAction<RowOf<T>> = {
    key: 'copy',
    label: t('act.copy'),
    icon: <CopyOutlined aria-hidden />,
    button: '1',
    run: (row) => {
      open({ id: null, copyOf: keyOf(table, row) });
      return false;
    },
  };
  return [edit, copy];
}

/** What stands over the list: a record's form, a row's dialog, a spreadsheet. */
interface Above<Row> {
  readonly opened: Opened;
  readonly asked: Asked<Row> | null;
  readonly sheet: SheetId | null;
}

const NOTHING = { opened: null, asked: null, sheet: null };

interface AboveProps<T extends Table> {
  readonly form: ListDefinition<T>['form'];
  readonly above: Above<RowOf<T>>;
  /** `changed`: the list is to be read again. */
  readonly onClose: (changed: boolean) => void;
}

function AboveList<T extends Table>({ form: Form, above, onClose }: AboveProps<T>): ReactNode {
  const { setDirty } = useTabs();
  const { opened, asked, sheet } = above;
  return (
    <>
      {sheet === null ? null : <SheetDialog sheet={sheet} onClose={onClose} />}
      {asked === null ? null : <asked.Dialog row={asked.row} onClose={onClose} />}
      {Form === undefined || opened === null ? null : (
        <Form
          {...opened}
          onClose={(saved) => {
            setDirty(false);
            onClose(saved);
          }}
        />
      )}
    </>
  );
}

/** What the user may do with the list, with its selected rows and with one row. */
function useActions<T extends Table>(
  props: ListDefinition<T>,
  show: (above: Partial<Above<RowOf<T>>>) => void,
) {
  const { resource, form } = props;
  const may = useMay();
  const { page } = useTab();
  const open = (opened: Opened): void => show({ opened });
  const write = (): boolean => {
    open({ id: null });
    return false;
  };
  const actions: readonly ListAction<RowOf<T>>[] = [
    ...(form === undefined ? [] : [newAction<RowOf<T>>(write)]),
    ...(props.actions ?? []),
    ...(resource === undefined ? [] : resourceActions<RowOf<T>>(resource)),
    ...(props.sheets ?? []).map(importAction<RowOf<T>>((sheet) => show({ sheet }))),
  ];
  const allowed = actions.filter(({ button }) => button === undefined || may(page.url, button));
  const openDialog =
    ({ dialog: Dialog }: RowAction<RowOf<T>>) =>
    (row: RowOf<T>): boolean => {
      if (Dialog !== undefined) show({ asked: { Dialog, row } });
      return false;
    };
  const rowActions = [
    ...(props.rowActions ?? []),
    ...formRowActions(props, open),
    ...(resource === undefined ? [] : [deleteRow<RowOf<T>>(resource, props.removable)]),
  ]
    .filter((act) => act.button === undefined || may(act.page ?? page.url, act.button))
    .map((act) => ({ ...act, run: act.run ?? openDialog(act) }));
  return {
    actions,
    rowActions,
    /** What a list without rows offers. */
    first: allowed.find(({ primary, needs }) => primary === true && needs === 'none'),
    selectable: allowed.some(({ needs }) => needs !== 'none'),
    edits: may(page.url, '1'),
  };
}

/** A list: filters, toolbar, rows, totals, pager. For pages that need more around it than `listPage` gives. */
export function List<T extends Table>(props: ListDefinition<T>): ReactNode {
  const { table, fixed, nameColumn } = props;
  const opens = useStartingView(table, props);
  const { list, stale } = useList(table, { fixed, nameColumn, opens: opens?.value });
  return (
    <StaleRows value={stale}>
      <Drawn {...props} list={list} opens={opens} />
    </StaleRows>
  );
}

const NO_CELLS = {};

interface DrawnProps<T extends Table> extends ListDefinition<T> {
  readonly list: ListState<T>;
  readonly opens: ShownView | undefined;
}

function DrawnList<T extends Table>(props: DrawnProps<T>): ReactNode {
  const { table, form, fixed, cells = NO_CELLS, onOpen, list } = props;
  const [above, setAbove] = useState<Above<RowOf<T>>>(NOTHING);
  const show = (more: Partial<Above<RowOf<T>>>): void =>
    setAbove((before) => ({ ...before, ...more }));
  const { actions, rowActions, first, selectable, edits } = useActions(props, show);
  const open = (opened: Opened): void => show({ opened });
  usePageKeys(
    'n, f2',
    () => open({ id: null }),
    form !== undefined && edits && above.opened === null,
  );
  const selection = useSelection(list, selectable || table.exportPath !== undefined);
  const edit = rowActions.find(({ key, dialog }) => key === 'edit' && dialog !== undefined);
  const openRow =
    form !== undefined
      ? (row: RowOf<T>) => open({ id: keyOf(table, row) })
      : edit === undefined
        ? null
        : (row: RowOf<T>) => void edit.run(row);
  const actionsOf = (row: RowOf<T>): ReactNode => (
    <RowActions row={row} actions={rowActions} onDone={list.reload} />
  );
  return (
    <div className="list-page">
      <FilterBar list={list} without={Object.keys({ ...table.fixed, ...fixed })} />
      <ViewLacks list={list} />
      <Caution list={list} />
      <Toolbar
        list={list}
        actions={actions}
        selection={selection}
        extra={props.extra}
        told={props.told}
        views={
          standsAlone(table, { fixed }) ? (
            <ViewsButton list={list} fixed={fixed} opens={props.opens} />
          ) : null
        }
      />
      <ListRows
        list={list}
        failed={list.data === undefined}
        cells={cells}
        mark={props.mark}
        facts={props.facts}
        expanded={props.expanded}
        selection={selection}
        onOpen={onOpen ?? openRow}
        says={props.says}
        actionsOf={rowActions.length === 0 ? null : actionsOf}
        mostActs={mostActs(rowActions, list.data?.rows ?? [])}
        empty={
          <EmptyList list={list}>
            {first === undefined ? null : (
              <Button type="primary" icon={first.icon} onClick={() => void first.run([])}>
                {first.label}
              </Button>
            )}
          </EmptyList>
        }
      />
      <Pager list={list} selection={selection} />
      <AboveList
        form={form}
        above={above}
        onClose={(changed) => {
          setAbove(NOTHING);
          if (changed) list.reload();
        }}
      />
    </div>
  );
}

// SAFETY: a remembered component takes what it takes; the type of memo loses its generic.
const Drawn = memo(DrawnList) as typeof DrawnList;

/** A view that is a list: says what is special and nothing else. Another query of the address starts it again. */
export function listPage<T extends Table>(definition: ListDefinition<T>): ComponentType {
  const ListView = (): ReactNode => {
    const { query } = useTab();
    return <List key={query.toString()} {...definition} />;
  };
  return ListView;
}
