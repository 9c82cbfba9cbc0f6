import { DownOutlined, EllipsisOutlined, ReloadOutlined } from '@ant-design/icons';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { closestElement } from '../control/around.ts';
import { t } from '../phrase/index.ts';
import { AdvancedQuery } from './filters/AdvancedQuery.tsx';
import { ColumnSettings } from './columns/ColumnSettings.tsx';
import { ExportButtons, ExportLine, useExport, useMayExport } from './exporting.tsx';
import type { ListAction } from '../record/listTypes.ts';
import { labelsInRoom } from './labelsInRoom.ts';
import { fittingRows } from './fitting.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './useList.ts';
import { useRoom } from './useRoom.ts';

/** Returns true if the action can run on the number of rows; otherwise shows the reason. */
function hasEnoughRows(needs: ListAction<unknown>['needs'], count: number): boolean {
  if (needs === 'none' || (needs === 'some' && count > 0) || count === 1) return true;
  getNotices().message.warning(t(count === 0 ? 'list.selectSome' : 'list.selectOne'));
  return false;
}

const questionOfListAction = <Row,>(
  { confirm }: ListAction<Row>,
  rows: readonly Row[],
  skipped: number,
): string =>
  [confirm?.(rows.length, rows), skipped > 0 && t('list.skipped', { n: skipped })]
    .filter(Boolean)
    .join(' ');

const confirmListAction = async (question: string, danger: boolean): Promise<boolean> =>
  getNotices().modal.confirm({ title: question, okButtonProps: { danger } });

export interface ToolbarProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  readonly actions: readonly ListAction<RowOf<T>>[];
  readonly selection: Selection<RowOf<T>> | null;
  readonly extra?: ReactNode;
  readonly notice?: ReactNode;
  /** Saved views of the list, absent inside another page; and other display controls. */
  readonly views?: ReactNode;
}

/** Runs an action on the selected rows after confirmation; `busy` is the running action's key. */
function useRunning<T extends TableDeclaration>({ list, selection }: ToolbarProps<T>) {
  const [busy, setBusy] = useState('');
  const rows = [...(selection?.rows.values() ?? [])];
  const run = async (action: ListAction<RowOf<T>>): Promise<void> => {
    if (!hasEnoughRows(action.needs, rows.length)) return;
    const fitting = fittingRows(action, rows);
    if (fitting === null) return void getNotices().message.warning(t('list.noneFits'));
    const question = questionOfListAction(action, fitting, rows.length - fitting.length);
    if (question !== '' && !(await confirmListAction(question, action.danger === true))) return;
    setBusy(action.key);
    try {
      if (await action.run(fitting)) {
        selection?.change(new Map());
        list.reload();
      }
    } catch {
      // The client shows the error; the selection remains for another attempt.
    } finally {
      setBusy('');
    }
  };
  return { busy, rows, run };
}

/** Renders actions on the list and selected rows; forbidden actions are absent. */
export function Toolbar<T extends TableDeclaration>(props: ToolbarProps<T>): ReactNode {
  const { list, selection, extra, views } = props;
  const phone = usePhone();
  const exports = useMayExport(list.table);
  const exporting = useExport(list, [...(selection?.rows.keys() ?? [])]);
  const [room, box] = useRoom();
  return (
    <div ref={box} className="toolbar no-print">
      <ToolbarActions {...props} room={room} />
      {props.notice}
      <ListTools phone={phone} extra={extra}>
        {views}
        {phone ? null : extra}
        <AdvancedQuery list={list} />
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('act.reload')}
          onClick={list.reload}
        >
          {phone ? t('act.reload') : null}
        </Button>
        {exports ? <ExportButtons list={list} exporting={exporting} /> : null}
        {phone ? null : (
          <ColumnSettings table={list.table} choice={list.columns} onChange={list.setColumns} />
        )}
      </ListTools>
      <ExportLine exporting={exporting} />
    </div>
  );
}

interface ListToolsProps {
  readonly phone: boolean;
  /** Content beside the tools on a phone, not among the tools. */
  readonly extra: ReactNode;
  readonly children: ReactNode;
}

/** Renders the tools at the toolbar's end; on a phone, words behind one button. */
function ListTools({ phone, extra, children }: ListToolsProps): ReactNode {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const close = ({ target }: PointerEvent): void => {
      if (target !== null && closestElement(target, '.tools, .ant-dropdown') === null)
        setOpened(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [opened]);
  if (!phone) return <span className="toolbar-end">{children}</span>;
  return (
    <span className="toolbar-end tools">
      {extra}
      <Button
        icon={<EllipsisOutlined aria-hidden />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {t('list.tools')}
      </Button>
      <span className="tools-list" hidden={!opened}>
        {children}
      </span>
    </span>
  );
}

/** Renders action buttons as space allows, the rest in a menu; on a phone only the first. */
function ToolbarActions<T extends TableDeclaration>(
  props: ToolbarProps<T> & { readonly room: number },
): ReactNode {
  const may = useMay();
  const { page } = useTab();
  const phone = usePhone();
  const { busy, rows, run } = useRunning(props);
  const allowed = props.actions.filter(
    ({ button }) => button === undefined || may(page.url, button),
  );
  const wanted = allowed.filter(({ more }) => more !== true);
  const labels = wanted.map(({ label }) => label);
  const fitting = labelsInRoom(labels, t('bill.more'), props.room);
  const buttons = phone ? allowed.slice(0, 1) : wanted.slice(0, fitting);
  const others = allowed.filter((action) => !buttons.includes(action));
  return (
    <>
      {buttons.map((action) => (
        <Button
          key={action.key}
          title={action.hint}
          type={action.primary === true ? 'primary' : 'default'}
          danger={action.danger === true && rows.length > 0}
          icon={action.icon}
          loading={busy === action.key}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {others.length === 0 ? null : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(({ key, label, danger, hint }) => ({
              key,
              label,
              danger: danger === true,
              ...(hint === undefined ? {} : { title: hint }),
            })),
            onClick: ({ key }) => {
              const action = others.find((one) => one.key === key);
              if (action !== undefined) void run(action);
            },
          }}
        >
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t(phone ? 'act.actions' : 'bill.more')}
          </Button>
        </Dropdown>
      )}
    </>
  );
}
