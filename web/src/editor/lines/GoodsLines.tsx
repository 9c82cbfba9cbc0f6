import { productPage } from '@tradehouse/contract';
import type { GoodsKindCode } from '@tradehouse/domain';
import { documentKinds } from '@tradehouse/domain';
import { Button, Dropdown, Space } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/permission.ts';
import { usePreference } from '../../app/preferences.ts';
import { useSettings } from '../../app/settings.ts';
import { usePhone } from '../../app/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { useDocumentKeys } from '../document/useDocumentKeys.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { GridCommands } from '../grid/keys.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { appended, focused, inserted, rangeOf, removed } from '../grid/sheet.ts';
import type { Shape } from '../grid/sheet.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import { lookUp } from '../product/productSearch.ts';
import { ScanBar } from '../scan/ScanBar.tsx';
import { ScanLog } from '../scan/ScanLog.tsx';
import { OPTIONAL } from './factColumns.ts';
import { goodsColumns } from './goodsColumns.ts';
import type { NamedId } from './goodsForm.ts';
import type { How } from './ImportDialog.tsx';
import { LineCards } from './LineCards.tsx';
import { LineDialogs } from './LineDialogs.tsx';
import type { Dialog } from './LineDialogs.tsx';
import { blankLine, isBlankLine } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { productsPicked, watchBarcodes, watchRoles, watchWarehouses } from './lineService.ts';
import type { LineWorld } from './lineService.ts';
import { giveLots } from './parts.ts';
import type { Pricing } from './priced.ts';
import { issuesGoods, takesFromStock } from './traceColumns.ts';
import { useScanner } from './useScanner.ts';
import './lines.css';

interface Props {
  readonly code: GoodsKindCode;
  readonly store: GridStore<LineDraft>;
  readonly pricing: Pricing;
  readonly warehouses: readonly NamedId[];
  readonly defaultWarehouse: string | null;
  /** What lookups depend on besides the lines; the same function for life. */
  readonly world: () => LineWorld;
  /** Enter after the last cell. */
  readonly onLeave: () => void;
  /** The scan field is open. */
  readonly scanning: boolean;
  readonly onScanning: (open: boolean) => void;
  /** Shows what is behind the stock of a line; absent where the user may not see it. */
  readonly onExplain?: ((line: LineDraft) => void) | undefined;
}

/** The lines of a goods document: toolbar, grid (cards on a phone), scanner and the dialogs a cell can open. */
export function GoodsLines(props: Props) {
  const {
    code,
    store,
    pricing,
    warehouses,
    defaultWarehouse,
    world,
    onLeave,
    scanning,
    onScanning,
    onExplain,
  } = props;
  const kind = documentKinds[code];
  const { overLink } = useSettings();
  const phone = usePhone();
  const may = useMay();
  const [shown, setShown] = usePreference<readonly string[]>('lines:columns', []);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [log, setLog] = useState(false);

  const open = useCallback(
    (show: NonNullable<Dialog>['show']) => (key: string, keyword?: string) =>
      setDialog({ show, key, keyword: keyword ?? store.row(key)?.value.barcode ?? '' }),
    [store],
  );
  const columns = useMemo(
    () =>
      goodsColumns({
        kind,
        pricing,
        warehouses,
        overLink,
        shown: new Set(shown),
        openParts: open('parts'),
        openSerials: open('serials'),
        openPicker: (key) =>
          open('picker')(key, store.row(key)?.value.product === null ? undefined : ''),
        openStock:
          onExplain &&
          ((key) => {
            const line = store.row(key)?.value;
            if (line !== undefined) onExplain(line);
          }),
      }),
    [kind, pricing, warehouses, overLink, shown, open, onExplain, store],
  );
  const blank = useCallback(
    (previous: LineDraft | undefined) =>
      blankLine(kind.warehouse ? (previous?.warehouseId ?? defaultWarehouse) : null),
    [kind, defaultWarehouse],
  );
  const shape: Shape<LineDraft> = { columns, blank, isBlank: isBlankLine };
  const latest = useLatest(shape);
  const scanner = useScanner(store, latest, world, takesFromStock(kind));

  useEffect(() => {
    const stops = [
      watchBarcodes(store, world),
      watchWarehouses(store, world),
      ...(kind.goods.composite === undefined ? [] : [watchRoles(store)]),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, world, kind]);

  const commands = useMemo<GridCommands>(
    () => ({ onPick: open('picker'), onScanLog: () => setLog(true), onLeave }),
    [open, onLeave],
  );

  useDocumentKeys({ F8: () => setLog(true), F7: () => pickInto() });

  const take = async (key: string, barcodes: readonly string[]): Promise<void> => {
    setDialog(null);
    const row = store.row(key);
    const warehouseId = row?.value.warehouseId ?? world().warehouseId;
    const found = await lookUp(barcodes, { ...world(), warehouseId }).catch((error: Error) => {
      void notices().message.error(error.message);
      return new Map<string, never>();
    });
    const products = barcodes.flatMap((barcode) => found.get(barcode) ?? []);
    store.change((sheet) => {
      const next = productsPicked(sheet, latest(), key, products, world());
      return next.rows.some((one) => one.key === key)
        ? focused(next, { key, column: 'quantity' })
        : next;
    });
  };

  const propose = async (): Promise<void> => {
    try {
      const { lines, short, expired } = await giveLots(
        store,
        (line) => issuesGoods(kind, line.role),
        pricing,
      );
      const said = t('editor.parts.given', { lines, short, expired: expired.join(', ') });
      void notices().message[short > 0 || expired.length > 0 ? 'warning' : 'success'](said);
    } catch (error) {
      void notices().message.error((error as Error).message);
    }
  };

  const takeImported = (lines: readonly LineDraft[], how: How): void => {
    setDialog(null);
    store.change((sheet) => {
      const kept = sheet.rows.filter(({ value }) => how === 'append' && !isBlankLine(value));
      return {
        ...inserted({ ...sheet, rows: kept }, latest(), kept.length, lines),
        past: [...sheet.past, sheet.rows],
        focus: null,
        anchor: null,
      };
    });
  };

  const addRow = (): void => store.change((sheet) => appended(sheet, latest()));
  const pickInto = (): void => {
    const { rows, focus } = store.sheet();
    open('picker')(focus?.key ?? rows.at(-1)?.key ?? '', '');
  };
  const removeRows = (): void =>
    store.change((sheet) => {
      const range = rangeOf(sheet, latest());
      if (range === null) return sheet;
      return removed(
        sheet,
        latest(),
        new Set(sheet.rows.slice(range.top, range.bottom + 1).map(({ key }) => key)),
      );
    });

  return (
    <div className="goods-lines">
      <div className="lines-tools">
        <Space wrap size={8}>
          <Button onClick={addRow}>{t('editor.lines.add')}</Button>
          <Button onClick={pickInto}>{t('editor.lines.pick')}</Button>
          {!phone && <RemoveButton store={store} shape={latest} onClick={removeRows} />}
          {!phone && (
            <Button onClick={() => setDialog({ show: 'import', key: '', keyword: '' })}>
              {t('editor.import.title')}
            </Button>
          )}
          {kind.warehouse && (
            <Button onClick={() => setDialog({ show: 'warehouse', key: '', keyword: '' })}>
              {t('editor.lines.warehouse')}
            </Button>
          )}
          {takesFromStock(kind) && <LotsButton store={store} onClick={() => void propose()} />}
          {!phone && (
            <Dropdown
              trigger={['click']}
              menu={{
                selectable: true,
                multiple: true,
                selectedKeys: [...shown],
                items: OPTIONAL.map((id) => ({ key: id, label: t(`editor.column.${id}`) })),
                onClick: ({ key }) =>
                  setShown(
                    shown.includes(key) ? shown.filter((id) => id !== key) : [...shown, key],
                  ),
              }}
            >
              <Button>{t('act.columns')}</Button>
            </Dropdown>
          )}
          {!scanning && !phone && (
            <Button onClick={() => onScanning(true)}>{t('editor.lines.scan')}</Button>
          )}
        </Space>
        {(scanning || phone) && (
          <ScanBar
            scanner={scanner}
            takesFocus={scanning && !phone}
            onLog={() => setLog(true)}
            {...(phone ? {} : { onClose: () => onScanning(false) })}
          />
        )}
      </div>
      {phone ? (
        <LineCards
          store={store}
          columns={columns}
          shape={latest}
          onPick={(key) => open('picker')(key)}
        />
      ) : (
        <LineGrid
          store={store}
          columns={columns}
          blank={blank}
          isBlank={isBlankLine}
          commands={commands}
          label={t('editor.lines.label')}
        />
      )}
      <LineDialogs
        dialog={dialog}
        store={store}
        pricing={pricing}
        issues={(line) => issuesGoods(kind, line.role)}
        onClose={() => setDialog(null)}
        onPicked={(key, barcodes) => void take(key, barcodes)}
        onNew={
          may(productPage, '1')
            ? (key, keyword) => setDialog({ show: 'product', key, keyword })
            : null
        }
        kind={kind}
        columns={columns}
        world={world}
        onImported={takeImported}
      />
      <ScanLog scanner={scanner} open={log} onClose={() => setLog(false)} />
    </div>
  );
}

function RemoveButton({
  store,
  shape,
  onClick,
}: {
  store: GridStore<LineDraft>;
  shape: () => Shape<LineDraft>;
  onClick: () => void;
}) {
  const count = useStore(store, () => {
    const range = rangeOf(store.sheet(), shape());
    return range === null ? 0 : range.bottom - range.top + 1;
  });
  return (
    <Button disabled={count === 0} onClick={onClick} title="Ctrl+Backspace">
      {count > 1 ? t('editor.lines.remove', { count }) : t('editor.lines.removeOne')}
    </Button>
  );
}

/** Gives lots to the lines that name none; there only while some line is of such goods. */
function LotsButton({ store, onClick }: { store: GridStore<LineDraft>; onClick: () => void }) {
  const needed = useStore(store, () =>
    store.values().some(({ product }) => product?.lotManaged === true),
  );
  return needed ? <Button onClick={onClick}>{t('editor.parts.giveAll')}</Button> : null;
}
