import { CopyOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { RowOf, SheetId, Table } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTab, useTabs } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { arranged } from './columnChoice.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListCards } from './ListCards.tsx';
import { ListTable, chosen } from './ListTable.tsx';
import type {
  FormProps,
  ListAction,
  ListDefinition,
  RowAction,
  RowDialogProps,
} from '../record/listTypes.ts';
import { keyOf } from '../record/listTypes.ts';
import { Pager } from './Pager.tsx';
import { deleteRow, resourceActions } from './resourceActions.tsx';
import { RowActions } from './RowActions.tsx';
import { SheetDialog } from './SheetDialog.tsx';
import { EmptyList } from './EmptyList.tsx';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useList } from './useList.ts';
import { usePageKeys } from './usePageKeys.ts';

type Opened = Pick<FormProps, 'id' | 'copyOf'> | null;

/** The dialog that a row's action has opened. */
interface Asked<Row> {
  readonly Dialog: (props: RowDialogProps<Row>) => ReactNode;
  readonly row: Row;
}

const newAction = <Row,>(open: () => void): ListAction<Row> => ({
  key: 'new',
  label: t('act.new'),
  icon: <PlusOutlined aria-hidden />,
  button: '1',
  needs: 'none',
  primary: true,
  run: () => {
    open();
    return false;
  },
});

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

/** A list: filters, toolbar, rows, totals, pager. For pages that need more around it than `listPage` gives. */
export function List<T extends Table>(props: ListDefinition<T>): ReactNode {
  const { table, resource, form: Form, fixed, cells = {}, onOpen, expanded, facts } = props;
  const list = useList(table, { fixed });
  const may = useMay();
  const { page } = useTab();
  const { setDirty } = useTabs();
  const phone = usePhone();
  const [selected, change] = useState<ReadonlyMap<string, RowOf<T>>>(new Map());
  const rows = chosen(list, selected, [...selected.keys()]);
  const [opened, setOpened] = useState<Opened>(null);
  const [sheet, setSheet] = useState<SheetId | null>(null);
  const [asked, setAsked] = useState<Asked<RowOf<T>> | null>(null);

  const edits = may(page.url, '1');
  const startNew = (): void => setOpened({ id: null });
  usePageKeys('n, f2', startNew, Form !== undefined && edits && opened === null);

  const openDialog =
    ({ dialog: Dialog }: RowAction<RowOf<T>>) =>
    (row: RowOf<T>): boolean => {
      if (Dialog !== undefined) setAsked({ Dialog, row });
      return false;
    };
  const actions: readonly ListAction<RowOf<T>>[] = [
    ...(Form === undefined ? [] : [newAction<RowOf<T>>(startNew)]),
    ...(props.actions ?? []),
    ...(resource === undefined ? [] : resourceActions<RowOf<T>>(resource)),
    ...(props.sheets ?? []).map(importAction<RowOf<T>>(setSheet)),
  ];
  const first = actions.find(
    ({ primary, needs, button }) =>
      primary === true && needs === 'none' && (button === undefined || may(page.url, button)),
  );
  const rowActions = [
    ...(props.rowActions ?? []),
    ...formRowActions(props, setOpened),
    ...(resource === undefined ? [] : [deleteRow<RowOf<T>>(resource)]),
  ]
    .filter((act) => act.button === undefined || may(act.page ?? page.url, act.button))
    .map((act) => ({ ...act, run: act.run ?? openDialog(act) }));
  const selectable = actions.some(
    ({ needs, button }) => needs !== 'none' && (button === undefined || may(page.url, button)),
  );
  const shared = {
    list,
    cells,
    nameColumn:
      props.nameColumn ?? arranged(table, list.columns).find(({ visible }) => visible)?.name ?? '',
    selection: selectable || table.exportPath !== undefined ? { rows, change } : null,
    onOpen:
      onOpen ??
      (Form === undefined ? null : (row: RowOf<T>) => setOpened({ id: keyOf(table, row) })),
    actionsOf:
      rowActions.length === 0
        ? null
        : (row: RowOf<T>) => <RowActions row={row} actions={rowActions} onDone={list.reload} />,
    empty: (
      <EmptyList list={list}>
        {first === undefined ? null : (
          <Button type="primary" icon={first.icon} onClick={() => void first.run([])}>
            {first.label}
          </Button>
        )}
      </EmptyList>
    ),
  };
  return (
    <div className="list-page">
      <FilterBar list={list} without={Object.keys({ ...table.fixed, ...fixed })} />
      <Toolbar list={list} actions={actions} selection={shared.selection} extra={props.extra} />
      {list.error !== null && list.data === undefined ? (
        <Failed error={list.error} onRetry={list.reload} />
      ) : list.loading ? (
        <RowsSkeleton />
      ) : phone ? (
        <ListCards {...shared} facts={facts} />
      ) : (
        <ListTable {...shared} expanded={expanded} />
      )}
      <Pager list={list} />
      {sheet === null ? null : (
        <SheetDialog
          sheet={sheet}
          onClose={(changed) => {
            setSheet(null);
            if (changed) list.reload();
          }}
        />
      )}
      {asked === null ? null : (
        <asked.Dialog
          row={asked.row}
          onClose={(changed) => {
            setAsked(null);
            if (changed) list.reload();
          }}
        />
      )}
      {Form === undefined || opened === null ? null : (
        <Form
          {...opened}
          onClose={(saved) => {
            setOpened(null);
            setDirty(false);
            if (saved) list.reload();
          }}
        />
      )}
    </div>
  );
}

/** A view that is a list: says what is special and nothing else. Another query of the address starts it again. */
export function listPage<T extends Table>(definition: ListDefinition<T>): ComponentType {
  const ListView = (): ReactNode => {
    const { query } = useTab();
    return <List key={query.toString()} {...definition} />;
  };
  return ListView;
}
