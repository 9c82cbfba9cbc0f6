import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { RowOf, SheetId, TableDeclaration } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { memo, useEffect, useState } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import { Caution } from './Caution.tsx';
import { useMayExport } from './exporting.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { ListRows } from './ListRows.tsx';
import type {
  RecordFormProps,
  ListAction,
  ListDefinition,
  RowAction,
  RowDialogProps,
} from '../record/listTypes.ts';
import { keyOfRow } from '../record/listTypes.ts';
import { newAction } from './newAction.tsx';
import { Pager } from './Pager.tsx';
import { deleteRow, resourceActions } from './resourceActions.tsx';
import { RowActions, widthOfActs } from './RowActions.tsx';
import { SheetDialog } from './sheet/SheetDialog.tsx';
import { EmptyList } from './EmptyList.tsx';
import { useSelection } from './selection.ts';
import { StaleRows } from './staleRows.ts';
import { ViewLacks } from './savedView/ViewLacks.tsx';
import { ViewsButton } from './savedView/ViewsButton.tsx';
import { standsAlone, useStartingView } from './savedView/startingView.ts';
import type { ShownView } from './savedView/startingView.ts';
import { SkipToRows } from './SkipToRows.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { ListState } from './useList.ts';
import { useList } from './useList.ts';
import { usePageKeys } from './usePageKeys.ts';

type OpenedRecordForm = Pick<RecordFormProps, 'id' | 'copyOf'> | null;

/** Dialog opened by a row action. */
interface OpenedRowDialog<Row> {
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

function formRowActions<T extends TableDeclaration>(
  { table, form, copies }: ListDefinition<T>,
  open: (opened: OpenedRecordForm) => void,
): readonly RowAction<RowOf<T>>[] {
  if (form === undefined) return [];
  const edit: RowAction<RowOf<T>> = {
    key: 'edit',
    label: t('act.edit'),
    icon: <EditOutlined aria-hidden />,
    button: '1',
    run: (row) => {
      open({ id: keyOfRow(table, row) });
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
      open({ id: null, copyOf: keyOfRow(table, row) });
      return false;
    },
  };
  return [edit, copy];
}

/** Content over the list: a form, a row's dialog, a spreadsheet import. */
interface ListOverlay<Row> {
  readonly opened: OpenedRecordForm;
  readonly asked: OpenedRowDialog<Row> | null;
  readonly sheet: SheetId | null;
}

const NOTHING = { opened: null, asked: null, sheet: null };

interface AboveProps<T extends TableDeclaration> {
  readonly form: ListDefinition<T>['form'];
  readonly above: ListOverlay<RowOf<T>>;
  /** `changed`: the list is to be read again. */
  readonly onClose: (changed: boolean) => void;
}

function AboveList<T extends TableDeclaration>({
  form: Form,
  above,
  onClose,
}: AboveProps<T>): ReactNode {
  const { setDirty } = useTabActions();
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

/** Returns the user's actions on the list, the selected rows and one row. */
function useListActions<T extends TableDeclaration>(
  props: ListDefinition<T>,
  show: (above: Partial<ListOverlay<RowOf<T>>>) => void,
) {
  const { resource, form } = props;
  const may = useMay();
  const { page } = useTab();
  const open = (opened: OpenedRecordForm): void => show({ opened });
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
    /** Action offered by a list without rows. */
    first: allowed.find(({ primary, needs }) => primary === true && needs === 'none'),
    selectable: allowed.some(({ needs }) => needs !== 'none'),
  };
}

/**
 * Renders a list: filters, toolbar, rows, totals, pager. For pages that need more around than `listPage`
 * offers.
 */
export function List<T extends TableDeclaration>(props: ListDefinition<T>): ReactNode {
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

interface DrawnListProps<T extends TableDeclaration> extends ListDefinition<T> {
  readonly list: ListState<T>;
  readonly opens: ShownView | undefined;
}

function DrawnList<T extends TableDeclaration>(props: DrawnListProps<T>): ReactNode {
  const { table, form, fixed, cells = NO_CELLS, onOpen, onShown, list } = props;
  const [above, setAbove] = useState<ListOverlay<RowOf<T>>>(NOTHING);
  const show = (more: Partial<ListOverlay<RowOf<T>>>): void =>
    setAbove((before) => ({ ...before, ...more }));
  const { actions, rowActions, first, selectable } = useListActions(props, show);
  const open = (opened: OpenedRecordForm): void => show({ opened });
  const { query, data } = list;
  useEffect(() => {
    if (data !== undefined) onShown?.({ table, query, rows: data.rows });
  }, [onShown, table, query, data]);
  const runFirst = async (): Promise<void> => {
    if ((await first?.run([])) === true) list.reload();
  };
  usePageKeys('n, f2', () => void runFirst(), first?.key === 'new' && above.opened === null);
  const exports = useMayExport(table);
  const selection = useSelection(list, selectable || exports);
  const edit = rowActions.find(({ key, dialog }) => key === 'edit' && dialog !== undefined);
  const openRow =
    form !== undefined
      ? (row: RowOf<T>) => open({ id: keyOfRow(table, row) })
      : edit === undefined
        ? null
        : (row: RowOf<T>) => void edit.run(row);
  const actionsOf = (row: RowOf<T>): ReactNode => (
    <RowActions row={row} actions={rowActions} onDone={list.reload} />
  );
  return (
    <div className="list-page">
      <SkipToRows />
      <FilterBar list={list} without={Object.keys({ ...table.fixed, ...fixed })} />
      <ViewLacks list={list} />
      <Caution list={list} />
      <Toolbar
        list={list}
        actions={actions}
        selection={selection}
        extra={props.extra}
        notice={props.notice}
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
        urlOf={props.urlOf}
        onOpen={onOpen ?? openRow}
        says={props.says}
        rowActions={rowActions}
        actionsOf={rowActions.length === 0 ? null : actionsOf}
        widthOfActs={widthOfActs(rowActions, list.data?.rows ?? [])}
        empty={
          <EmptyList list={list} hint={props.hint}>
            {first === undefined ? null : (
              <Button type="primary" icon={first.icon} onClick={() => void runFirst()}>
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

// SAFETY: memo keeps the props; its type loses the generic.
const Drawn = memo(DrawnList) as typeof DrawnList;

/** Creates a list view from its special parts. Another query in the address restarts the list. */
export function listPage<T extends TableDeclaration>(definition: ListDefinition<T>): ComponentType {
  const ListView = (): ReactNode => {
    const { query } = useTab();
    return <List key={query.toString()} {...definition} />;
  };
  return ListView;
}
