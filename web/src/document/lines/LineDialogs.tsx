import type { GoodsKindCode } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import { amendGridRow } from '../grid/gridState.ts';
import { PartsDialog } from '../product/PartsDialog.tsx';
import type { Picked } from '../product/pickedProducts.ts';
import { ProductPicker } from '../product/ProductPicker.tsx';
import { QuickProduct } from '../product/QuickProduct.tsx';
import { SerialDialog } from '../product/SerialDialog.tsx';
import { WarehouseDialog } from '../product/WarehouseDialog.tsx';
import type { GoodsLineColumn } from '../columns/lineForm.ts';
import { ImportDialog } from './ImportDialog.tsx';
import type { LineImportMode } from './importRows.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { moveAllTo } from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';
import { withParts } from '../draft/parts.ts';
import type { Pricing } from '../draft/priced.ts';
import { withSerials } from '../columns/traceColumns.ts';

/** Dialog open over the lines, its row, and the typed text. */
export type Dialog = {
  readonly show: 'picker' | 'product' | 'parts' | 'serials' | 'warehouse' | 'import';
  readonly key: string;
  readonly keyword: string;
} | null;

interface LineDialogsProps {
  readonly dialog: Dialog;
  readonly store: GridStore<LineDraft>;
  readonly pricing: Pricing;
  readonly issues: (line: LineDraft) => boolean;
  readonly onClose: () => void;
  readonly onPicked: (key: string, picked: Picked) => void;
  /** Opens the form of a new product; null where the user may make none. */
  readonly onNew: ((key: string, keyword: string) => void) | null;
  readonly code: GoodsKindCode;
  readonly columns: readonly GoodsLineColumn[];
  readonly world: () => LineLookupContext;
  readonly onImported: (lines: readonly LineDraft[], how: LineImportMode) => void;
}

export function LineDialogs(props: LineDialogsProps) {
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
    case 'picker': {
      const warehouseId = store.row(key)?.value.warehouseId ?? null;
      const { kind, partnerId, activityId, time, currency, exchangeRate } = props.world();
      const context = { kind, partnerId, activityId, time, currency, exchangeRate, warehouseId };
      return (
        <ProductPicker
          keyword={keyword}
          warehouseId={warehouseId}
          lines={{ context, priced: props.pricing.priced }}
          onClose={onClose}
          onTake={(picked) => onPicked(key, picked)}
          {...(onNew === null ? {} : { onNew: (word) => onNew(key, word) })}
        />
      );
    }
    case 'product':
      return (
        <QuickProduct
          keyword={keyword}
          onClose={onClose}
          onMade={(barcode) => onPicked(key, new Map([[barcode, '']]))}
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

/** Dialogs that identify pieces of a line: by lot and stock type, or by serial. */
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

interface TraceDialogProps extends Pick<
  LineDialogsProps,
  'store' | 'pricing' | 'issues' | 'onClose'
> {
  readonly rowKey: string;
  readonly Show: (props: TraceProps) => ReactNode;
}

/** Shows a dialog about a line's goods; nothing before the product is known. */
function TraceDialog({ rowKey, Show, store, pricing, issues, onClose }: TraceDialogProps) {
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
        store.change((grid) => amendGridRow(grid, rowKey, change, true));
      }}
    />
  );
}
