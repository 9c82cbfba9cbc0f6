import { DownOutlined, EllipsisOutlined, ReloadOutlined } from '@ant-design/icons';
import { pagesOf } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { notices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { AdvancedQuery } from './filters/AdvancedQuery.tsx';
import { ColumnSettings } from './columns/ColumnSettings.tsx';
import { ExportButtons, ExportLine, useExport } from './exporting.tsx';
import type { ListAction } from '../record/listTypes.ts';
import { labelsInRoom } from './labelsInRoom.ts';
import { fittingRows } from './fitting.ts';
import type { Selection } from './selection.ts';
import type { ListState } from './useList.ts';
import { useRoom } from './useRoom.ts';

/** Whether an action can run on so many selected rows; says why not. */
function enough(needs: ListAction<unknown>['needs'], count: number): boolean {
  if (needs === 'none' || (needs === 'some' && count > 0) || count === 1) return true;
  notices().message.warning(t(count === 0 ? 'list.selectSome' : 'list.selectOne'));
  return false;
}

const questionOf = <Row,>(
  { confirm }: ListAction<Row>,
  rows: readonly Row[],
  skipped: number,
): string =>
  [confirm?.(rows.length, rows), skipped > 0 && t('list.skipped', { n: skipped })]
    .filter(Boolean)
    .join(' ');

const asked = async (question: string, danger: boolean): Promise<boolean> =>
  notices().modal.confirm({ title: question, okButtonProps: { danger } });

export interface ToolbarProps<T extends Table> {
  readonly list: ListState<T>;
  readonly actions: readonly ListAction<RowOf<T>>[];
  readonly selection: Selection<RowOf<T>> | null;
  readonly extra?: ReactNode;
  readonly told?: ReactNode;
  /** Its saved views; absent where it stands inside another page. */
  readonly views?: ReactNode;
}

/** Runs an action on the selected rows, once it is agreed to; `busy` is the key of the one that runs. */
function useRunning<T extends Table>({ list, selection }: ToolbarProps<T>) {
  const [busy, setBusy] = useState('');
  const rows = [...(selection?.rows.values() ?? [])];
  const run = async (action: ListAction<RowOf<T>>): Promise<void> => {
    if (!enough(action.needs, rows.length)) return;
    const fitting = fittingRows(action, rows);
    if (fitting === null) return void notices().message.warning(t('list.noneFits'));
    const question = questionOf(action, fitting, rows.length - fitting.length);
    if (question !== '' && !(await asked(question, action.danger === true))) return;
    setBusy(action.key);
    try {
      if (await action.run(fitting)) {
        selection?.change(new Map());
        list.reload();
      }
    } catch {
      // The client has said what went wrong; the selection stays for another try.
    } finally {
      setBusy('');
    }
  };
  return { busy, rows, run };
}

/** What can be done with the list and with the selected rows; what a user may not do is not there. */
export function Toolbar<T extends Table>(props: ToolbarProps<T>): ReactNode {
  const { list, selection, extra, views } = props;
  const may = useMay();
  const { page } = useTab();
  const phone = usePhone();
  const { access, shownOn } = list.table;
  const guards = shownOn === undefined ? [page.url] : pagesOf(access);
  const exporting = useExport(list, [...(selection?.rows.keys() ?? [])]);
  const [room, box] = useRoom();
  return (
    <div ref={box} className="toolbar no-print">
      <Actions {...props} room={room} />
      {props.told}
      <span className="toolbar-end">
        {views}
        {extra}
        <AdvancedQuery list={list} />
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('act.reload')}
          onClick={list.reload}
        />
        {list.table.exportPath !== undefined && guards.some((url) => may(url, '3')) ? (
          <ExportButtons list={list} exporting={exporting} />
        ) : null}
        {phone ? null : (
          <ColumnSettings table={list.table} choice={list.columns} onChange={list.setColumns} />
        )}
      </span>
      <ExportLine exporting={exporting} />
    </div>
  );
}

/** A button each, as far as there is room; on a phone the first one, and a menu of the others. */
function Actions<T extends Table>(props: ToolbarProps<T> & { readonly room: number }): ReactNode {
  const may = useMay();
  const { page } = useTab();
  const phone = usePhone();
  const { busy, rows, run } = useRunning(props);
  const allowed = props.actions.filter(
    ({ button }) => button === undefined || may(page.url, button),
  );
  const wanted = allowed.filter(({ more }) => more !== true);
  const labels = wanted.map(({ label }) => label);
  const buttons = phone ? allowed.slice(0, 1) : wanted.slice(0, labelsInRoom(labels, props.room));
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
          {phone ? (
            <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('act.actions')} />
          ) : (
            <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
              {t('bill.more')}
            </Button>
          )}
        </Dropdown>
      )}
    </>
  );
}
