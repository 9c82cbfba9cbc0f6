import type { GoodsKindCode } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import { amended } from '../grid/gridState.ts';
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
  readonly code: GoodsKindCode;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  readonly onImported: (lines: readonly LineDraft[], how: How) => void;
}

/** The dialogs that a line or the toolbar can open. */
export function LineDialogs(props: DialogProps) {
  const { dialog, store, onClose, onPicked, onNew } = props;
  if (dialog === null) return null;
  const { key, show, keyword } = dialog;
  switch (show) {
    case 'warehouse':
      return (
        <WarehouseDialog
          onClose={onClose}
          onTake={(id) => {
            onClose();
            moveAllTo(store, id);
          }}
        />
      );
    case 'picker':
      return (
        <ProductPicker
          keyword={keyword}
          warehouseId={store.row(key)?.value.warehouseId ?? null}
          onClose={onClose}
          onTake={(barcodes) => onPicked(key, barcodes)}
          {...(onNew === null ? {} : { onNew: (word) => onNew(key, word) })}
        />
      );
    case 'product':
      return (
        <QuickProduct
          keyword={keyword}
          onClose={onClose}
          onMade={(barcode) => onPicked(key, [barcode])}
        />
      );
    case 'import':
      return (
        <ImportDialog
          code={props.code}
          columns={props.columns}
          world={props.world}
          given={keyword}
          onClose={onClose}
          onTake={props.onImported}
        />
      );
    default:
      return <TraceDialog {...props} rowKey={key} Show={traceDialogs[show]} />;
  }
}

interface TraceProps {
  readonly line: LineDraft;
  readonly pricing: Pricing;
  readonly choose: boolean;
  readonly onClose: () => void;
  readonly onChange: (change: (line: LineDraft) => LineDraft) => void;
}

/** Which pieces of its goods a line means: by lot and stock type, or by serial. */
const traceDialogs = {
  parts: ({ pricing, onChange, ...props }: TraceProps) => (
    <PartsDialog
      {...props}
      onTake={(parts) => onChange((before) => withParts(before, parts, pricing))}
    />
  ),
  serials: ({ pricing, onChange, ...props }: TraceProps) => (
    <SerialDialog
      {...props}
      onTake={(serials) =>
        onChange((before) => {
          const written = withSerials(before, serials.join(','), pricing);
          return 'row' in written ? written.row : before;
        })
      }
    />
  ),
} as const;

interface LineProps extends Pick<DialogProps, 'store' | 'pricing' | 'issues' | 'onClose'> {
  readonly rowKey: string;
  readonly Show: (props: TraceProps) => ReactNode;
}

/** A dialog about the goods of one line; there is none before they are known. */
function TraceDialog({ rowKey, Show, store, pricing, issues, onClose }: LineProps) {
  const line = store.row(rowKey)?.value;
  if (line === undefined || line.product === null) return null;
  return (
    <Show
      line={line}
      pricing={pricing}
      choose={issues(line)}
      onClose={onClose}
      onChange={(change) => {
        onClose();
        store.change((grid) => amended(grid, rowKey, change, true));
      }}
    />
  );
}
