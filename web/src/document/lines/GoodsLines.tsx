import { mostLines, productPage } from '@tradehouse/contract';
import type { GoodsKindCode } from '@tradehouse/domain';
import { documentKinds } from '@tradehouse/domain';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { getNotices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { useDocumentKeys } from '../form/useDocumentKeys.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { GridCommands } from '../grid/keys.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { focusCell } from '../grid/gridState.ts';
import type { GridShape } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import { pickedQuantity } from '../product/pickedProducts.ts';
import type { Picked } from '../product/pickedProducts.ts';
import { lookUp } from '../product/productSearch.ts';
import { ScanBar } from '../scan/ScanBar.tsx';
import { ScanLog } from '../scan/ScanLog.tsx';
import { columnsOfGoodsLines } from './goodsColumns.ts';
import type { NamedId } from '../columns/lineForm.ts';
import { withImported } from './importRows.ts';
import type { LineImportMode } from './importRows.ts';
import { LineCards } from './LineCards.tsx';
import type { Card } from './LineCards.tsx';
import { LineDialogs } from './LineDialogs.tsx';
import type { Dialog } from './LineDialogs.tsx';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { LineTools, useShownColumns } from './LineTools.tsx';
import { productsPicked, watchRoles, watchWarehouses } from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';
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
  /** Lookup context besides the lines; a stable function. */
  readonly world: () => LineLookupContext;
  /** Enter after the last cell. */
  readonly onLeave: () => void;
  /** The scan field is open. */
  readonly scanning: boolean;
  readonly onScanning: (open: boolean) => void;
  /** Shows a line's stock details; absent without permission. */
  readonly onExplain?: ((line: LineDraft) => void) | undefined;
}

type LineDialogKind = NonNullable<Dialog>['show'];
type LineDialogOpener = (show: LineDialogKind) => (key: string, keyword?: string) => void;

/** Builds the grid's shape; its parts stay the same while unchanged. */
function useGoodsGridShape(
  props: Props,
  open: LineDialogOpener,
  { warehouses, add }: LineWarehouses,
): GridShape<LineDraft> {
  const { code, store, pricing, defaultWarehouse, onExplain } = props;
  const kind = documentKinds[code];
  const { overLink } = useSettings();
  const [shown] = useShownColumns();
  const makesProducts = useMay()(productPage, '1');
  const columns = useMemo(
    () =>
      columnsOfGoodsLines({
        code,
        pricing,
        warehouses,
        overLink,
        shown: new Set(shown),
        addWarehouse: add,
        addProduct: makesProducts ? open('product') : undefined,
        openParts: open('parts'),
        openSerials: open('serials'),
        openPicker: open('picker'),
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

/** Looks up line data as lines change. */
function useWatches({ code, store, world }: Props): void {
  const kind = documentKinds[code];
  useEffect(() => {
    const stops = [
      watchWarehouses(store, world),
      ...(kind.goods.composite === undefined ? [] : [watchRoles(store)]),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, world, kind]);
}

/** Inserts picked products and imported lines into the grid; closes the dialog. */
function takingOf({ store, world }: Props, latest: () => GridShape<LineDraft>, close: () => void) {
  const pick = async (key: string, picked: Picked): Promise<void> => {
    close();
    const barcodes = [...picked.keys()];
    const row = store.row(key);
    const warehouseId = row?.value.warehouseId ?? world().warehouseId;
    const found = await lookUp(barcodes, { ...world(), warehouseId }).catch((error: Error) => {
      void getNotices().message.error(error.message);
      return new Map<string, never>();
    });
    const products = barcodes.flatMap((barcode) => {
      const product = found.get(barcode);
      return product === undefined ? [] : [{ product, quantity: pickedQuantity(picked, barcode) }];
    });
    store.change((grid) => {
      const next = productsPicked(grid, latest(), key, products, world());
      return next.rows.some((one) => one.key === key)
        ? focusCell(next, { key, column: 'quantity' })
        : next;
    });
  };
  const takeImported = (lines: readonly LineDraft[], how: LineImportMode): void => {
    close();
    store.change((grid) => withImported(grid, latest(), lines, how));
  };
  return { pick, takeImported };
}

/** Holds the dialog open over the lines, and opens dialogs. */
function useDialog(store: GridStore<LineDraft>) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const open = useCallback<LineDialogOpener>(
    (show) => (key, keyword) => {
      const line = store.row(key)?.value;
      // A word without a product is searched; a code with a product is already found.
      const word = line?.product === null ? line.barcode : '';
      setDialog({ show, key, keyword: keyword ?? word });
    },
    [store],
  );
  const pickInto = (): void => {
    const { rows, focus } = store.grid();
    open('picker')(focus?.key ?? rows.at(-1)?.key ?? '');
  };
  return { dialog, open, pickInto, close: () => setDialog(null) };
}

interface GoodsGridProps extends Pick<Props, 'store' | 'onLeave'> {
  readonly shape: GridShape<LineDraft>;
  readonly open: LineDialogOpener;
  readonly onLog: (open: true) => void;
}

const Grid = memo(function Grid({ store, shape, open, onLog, onLeave }: GoodsGridProps) {
  const commands = useMemo<GridCommands>(
    () => ({
      onPick: (key, typed) => open('picker')(key, typed === '' ? undefined : typed),
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
  const shape = useGoodsGridShape(props, open, places);
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
        onPicked={(key, picked) => void pick(key, picked)}
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
