import { mostLines, productPage } from '@tradehouse/contract';
import type { GoodsKindCode } from '@tradehouse/domain';
import { documentKinds } from '@tradehouse/domain';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { useDocumentKeys } from '../form/useDocumentKeys.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { GridCommands } from '../grid/keys.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { focused } from '../grid/gridState.ts';
import type { Shape } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import { lookUp } from '../product/productSearch.ts';
import { ScanBar } from '../scan/ScanBar.tsx';
import { ScanLog } from '../scan/ScanLog.tsx';
import { goodsColumns } from './goodsColumns.ts';
import type { NamedId } from '../columns/lineForm.ts';
import { withImported } from './importRows.ts';
import type { How } from './importRows.ts';
import { LineCards } from './LineCards.tsx';
import type { Card } from './LineCards.tsx';
import { LineDialogs } from './LineDialogs.tsx';
import type { Dialog } from './LineDialogs.tsx';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { LineTools, useShownColumns } from './LineTools.tsx';
import { productsPicked, watchBarcodes, watchRoles, watchWarehouses } from './lineService.ts';
import type { LineWorld } from './lineService.ts';
import type { Pricing } from '../draft/priced.ts';
import { issuesGoods, takesFromStock } from '../columns/traceColumns.ts';
import { useLineWarehouses } from './useLineWarehouses.ts';
import type { LineWarehouses } from './useLineWarehouses.ts';
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

type Show = NonNullable<Dialog>['show'];
type Open = (show: Show) => (key: string, keyword?: string) => void;

/** What the lines are made of; its parts stay the same while nothing of them changes. */
function useShape(props: Props, open: Open, { warehouses, add }: LineWarehouses): Shape<LineDraft> {
  const { code, store, pricing, defaultWarehouse, onExplain } = props;
  const kind = documentKinds[code];
  const { overLink } = useSettings();
  const [shown] = useShownColumns();
  const makesProducts = useMay()(productPage, '1');
  const columns = useMemo(
    () =>
      goodsColumns({
        code,
        pricing,
        warehouses,
        overLink,
        shown: new Set(shown),
        addWarehouse: add,
        addProduct: makesProducts ? open('product') : undefined,
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
    [code, pricing, warehouses, add, makesProducts, overLink, shown, open, onExplain, store],
  );
  const blank = useCallback(
    (previous: LineDraft | undefined) =>
      blankLine(kind.warehouse ? (previous?.warehouseId ?? defaultWarehouse) : null),
    [kind, defaultWarehouse],
  );
  return useMemo(
    () => ({ columns, blank, isBlank: isBlankLine, most: mostLines.goods }),
    [columns, blank],
  );
}

/** Looks up what the lines depend on, as they change. */
function useWatches({ code, store, world }: Props): void {
  const kind = documentKinds[code];
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
}

/** Puts goods that were picked, and lines that were imported, into the lines; the dialog closes. */
function takingOf({ store, world }: Props, latest: () => Shape<LineDraft>, close: () => void) {
  const pick = async (key: string, barcodes: readonly string[]): Promise<void> => {
    close();
    const row = store.row(key);
    const warehouseId = row?.value.warehouseId ?? world().warehouseId;
    const found = await lookUp(barcodes, { ...world(), warehouseId }).catch((error: Error) => {
      void notices().message.error(error.message);
      return new Map<string, never>();
    });
    const products = barcodes.flatMap((barcode) => found.get(barcode) ?? []);
    store.change((grid) => {
      const next = productsPicked(grid, latest(), key, products, world());
      return next.rows.some((one) => one.key === key)
        ? focused(next, { key, column: 'quantity' })
        : next;
    });
  };
  const takeImported = (lines: readonly LineDraft[], how: How): void => {
    close();
    store.change((grid) => withImported(grid, latest(), lines, how));
  };
  return { pick, takeImported };
}

/** Which dialog is open over the lines, and what opens one. */
function useDialog(store: GridStore<LineDraft>) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const open = useCallback<Open>(
    (show) => (key, keyword) =>
      setDialog({ show, key, keyword: keyword ?? store.row(key)?.value.barcode ?? '' }),
    [store],
  );
  const pickInto = (): void => {
    const { rows, focus } = store.grid();
    open('picker')(focus?.key ?? rows.at(-1)?.key ?? '', '');
  };
  return { dialog, open, pickInto, close: () => setDialog(null) };
}

interface GridProps extends Pick<Props, 'store' | 'onLeave'> {
  readonly shape: Shape<LineDraft>;
  readonly open: Open;
  readonly onLog: (open: true) => void;
}

const Grid = memo(function Grid({ store, shape, open, onLog, onLeave }: GridProps) {
  const commands = useMemo<GridCommands>(
    () => ({
      onPick: open('picker'),
      onScanLog: () => onLog(true),
      onMap: (cells) => open('import')('', cells),
      onLeave,
    }),
    [open, onLog, onLeave],
  );
  return (
    <LineGrid
      store={store}
      columns={shape.columns}
      blank={shape.blank}
      isBlank={isBlankLine}
      commands={commands}
      label={t('editor.lines.label')}
    />
  );
});

/** What a card says of goods. */
const goodsCard: Card<LineDraft> = {
  title: ({ product, barcode }) => product?.productName ?? barcode,
  figure: ({ product, quantity }) =>
    `${quantity === '' ? '' : quantityText(quantity)} ${product?.unit ?? ''}`,
  facts: ['warehouse', 'standard', 'unitPrice', 'amount'],
};

/** The lines of a goods document: toolbar, grid (cards on a phone), scanner and the dialogs a cell can open. */
export function GoodsLines(props: Props) {
  const { code, store, pricing, world, onLeave, scanning, onScanning } = props;
  const kind = documentKinds[code];
  const phone = usePhone();
  const may = useMay();
  const { dialog, open, pickInto, close } = useDialog(store);
  const [log, setLog] = useState(false);
  const places = useLineWarehouses(store, props.warehouses);
  const shape = useShape(props, open, places);
  const latest = useLatest(shape);
  const fresh = useStore(store, () => store.values().every(isBlankLine));
  const scanner = useScanner(store, latest, world, takesFromStock(kind));
  const { pick, takeImported } = takingOf(props, latest, close);
  useWatches(props);
  useDocumentKeys({ F8: () => setLog(true), F7: pickInto });
  return (
    <div className="goods-lines">
      <div className="lines-tools">
        <LineTools
          kind={kind}
          store={store}
          shape={latest}
          pricing={pricing}
          onPick={pickInto}
          onImport={() => open('import')('', '')}
          onWarehouse={() => open('warehouse')('', '')}
          onScan={scanning ? undefined : () => onScanning(true)}
        />
        {(scanning || phone) && (
          <ScanBar
            scanner={scanner}
            takesFocus={scanning}
            fresh={fresh}
            onLog={() => setLog(true)}
            {...(phone ? {} : { onClose: () => onScanning(false) })}
          />
        )}
      </div>
      {phone ? (
        <LineCards
          store={store}
          columns={shape.columns}
          shape={latest}
          card={goodsCard}
          onPick={(key) => open('picker')(key)}
        />
      ) : (
        <Grid store={store} shape={shape} open={open} onLog={setLog} onLeave={onLeave} />
      )}
      <LineDialogs
        dialog={dialog}
        store={store}
        pricing={pricing}
        issues={(line) => issuesGoods(kind, line.role)}
        onClose={close}
        onPicked={(key, barcodes) => void pick(key, barcodes)}
        onNew={may(productPage, '1') ? open('product') : null}
        code={code}
        columns={shape.columns}
        world={world}
        onImported={takeImported}
      />
      {places.form}
      <ScanLog scanner={scanner} open={log} onClose={() => setLog(false)} />
    </div>
  );
}
