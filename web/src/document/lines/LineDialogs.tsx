import type { Kind } from '@tradehouse/domain';
import type { GridStore } from '../grid/gridStore.ts';
import { amended } from '../grid/sheet.ts';
import { PartsDialog } from '../product/PartsDialog.tsx';
import { ProductPicker } from '../product/ProductPicker.tsx';
import { QuickProduct } from '../product/QuickProduct.tsx';
import { SerialDialog } from '../product/SerialDialog.tsx';
import { WarehouseDialog } from '../product/WarehouseDialog.tsx';
import type { Column } from '../columns/lineForm.ts';
import { ImportDialog } from './ImportDialog.tsx';
import type { How } from './importRows.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { moveAllTo } from './lineService.ts';
import type { LineWorld } from './lineService.ts';
import { withParts } from '../draft/parts.ts';
import type { Pricing } from '../draft/priced.ts';
import { withSerials } from '../columns/traceColumns.ts';

/** Which dialog is open over the lines, for which row, and what was typed there. */
export type Dialog = {
  readonly show: 'picker' | 'product' | 'parts' | 'serials' | 'warehouse' | 'import';
  readonly key: string;
  readonly keyword: string;
} | null;

interface DialogProps {
  readonly dialog: Dialog;
  readonly store: GridStore<LineDraft>;
  readonly pricing: Pricing;
  readonly issues: (line: LineDraft) => boolean;
  readonly onClose: () => void;
  readonly onPicked: (key: string, barcodes: readonly string[]) => void;
  /** Opens the form of a new product; null where the user may make none. */
  readonly onNew: ((key: string, keyword: string) => void) | null;
  readonly kind: Kind;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  readonly onImported: (lines: readonly LineDraft[], how: How) => void;
}

/** The dialogs that a line or the toolbar can open. */
export function LineDialogs(props: DialogProps) {
  const { dialog, store, pricing, issues, onClose, onPicked, onNew } = props;
  if (dialog === null) return null;
  const { key, show, keyword } = dialog;
  const line = store.row(key)?.value;
  const amend = (change: (line: LineDraft) => LineDraft): void => {
    onClose();
    store.change((sheet) => amended(sheet, key, change, true));
  };
  if (show === 'warehouse') {
    return (
      <WarehouseDialog
        onClose={onClose}
        onTake={(id) => {
          onClose();
          moveAllTo(store, id);
        }}
      />
    );
  }
  if (show === 'picker') {
    return (
      <ProductPicker
        keyword={keyword}
        warehouseId={line?.warehouseId ?? null}
        onClose={onClose}
        onTake={(barcodes) => onPicked(key, barcodes)}
        {...(onNew === null ? {} : { onNew: (word) => onNew(key, word) })}
      />
    );
  }
  if (show === 'product') {
    return (
      <QuickProduct
        keyword={keyword}
        onClose={onClose}
        onMade={(barcode) => onPicked(key, [barcode])}
      />
    );
  }
  if (show === 'import') {
    const { kind, columns, world, onImported } = props;
    return (
      <ImportDialog
        kind={kind}
        columns={columns}
        world={world}
        given={keyword}
        onClose={onClose}
        onTake={onImported}
      />
    );
  }
  if (line === undefined || line.product === null) return null;
  if (show === 'parts') {
    return (
      <PartsDialog
        line={line}
        choose={issues(line)}
        onClose={onClose}
        onTake={(parts) => amend((before) => withParts(before, parts, pricing))}
      />
    );
  }
  return (
    <SerialDialog
      line={line}
      choose={issues(line)}
      onClose={onClose}
      onTake={(serials) =>
        amend((before) => {
          const written = withSerials(before, serials.join(','), pricing);
          return 'row' in written ? written.row : before;
        })
      }
    />
  );
}
