import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { Segmented } from 'antd';
import { memo, useEffect, useState } from 'react';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { changePartner } from './changePartner.ts';
import { DocumentBar } from '../form/DocumentBar.tsx';
import { DocumentHead, remarkLabel } from '../form/DocumentHead.tsx';
import { DraftOffer } from '../form/DraftOffer.tsx';
import { focusFirstLine } from './goToStart.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { DocumentHistoryDialog, looksBack } from './HistoryDialog.tsx';
import { LinkPicker, partnerFollows, sourceKinds } from './LinkPicker.tsx';
import { isUnseen } from '../draft/settlement.ts';
import { steps } from '../draft/refusals.ts';
import type { EditorStep } from '../draft/refusals.ts';
import { RefusalAlert } from '../form/RefusalAlert.tsx';
import { NotesFoot } from '../form/NotesFoot.tsx';
import { TransferEnds } from '../form/TransferEnds.tsx';
import { sourceLinesOf, sourceNumbersOfLines, takeSource } from './sources.ts';
import type { Defaults, Purpose, GoodsFormStart } from '../form/start.ts';
import { ownDraft } from '../draft/localDraft.ts';
import { readDefaults, loadGoodsFormStart } from '../form/start.ts';
import { useGoodsForm } from './useGoodsForm.ts';
import type { GoodsForm } from './useGoodsForm.ts';
import { useLocalDraft } from '../form/useLocalDraft.ts';
import { useStore } from '../grid/useStore.ts';
import { GoodsLines } from '../lines/GoodsLines.tsx';
import { aboutLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { CashPanel } from '../settlement/CashPanel.tsx';
import { SettlementFoot } from '../settlement/SettlementFoot.tsx';
import { t } from '../../phrase/index.ts';
import { ExplainDialog, useMayExplain } from '../../list/report/explain.tsx';
import { LastSale } from './lastSale.tsx';
import type { CompletedSale } from './lastSale.tsx';
import { isRetail, useGoodsSaving } from './useGoodsSaving.ts';
import { Opened, useWriting } from './writing.tsx';
import '../form/document.css';
import { unpricedText } from '../lines/priceConversion.ts';

interface Props {
  readonly code: GoodsKindCode;
  readonly purpose: Purpose;
}

/** Edits a goods document: new, copied, converted from others, or changed. */
export function DocumentEditor({ code, purpose }: Props) {
  const { timeZone } = useSettings();
  const { key } = useTab();
  return (
    <Opened
      read={async () => {
        const defaults = await readDefaults();
        return {
          defaults,
          start:
            ownDraft<HeadDraft, LineDraft>(key) ??
            (await loadGoodsFormStart(code, purpose, defaults, timeZone)),
        };
      }}
    >
      {(opened) => <Written code={code} purpose={purpose} {...opened} />}
    </Opened>
  );
}

interface GoodsDocumentFormProps extends Props {
  readonly start: GoodsFormStart;
  readonly defaults: Defaults;
}

function GoodsDocumentForm({ code, purpose, start, defaults }: GoodsDocumentFormProps) {
  const { key: place } = useTab();
  const form = useGoodsForm(code, start, defaults);
  const drafts = useLocalDraft<HeadDraft, LineDraft>(place, form);
  const parts = useEditorParts(code, form);
  const [over, setOver] = useState<EditorOverlay | null>(null);
  const [sold, setSold] = useState<CompletedSale | null>(null);
  const onSold = (one: CompletedSale): void => {
    setSold(one);
    // The next customer's goods are scanned.
    parts.setStep('lines');
  };
  const save = useGoodsSaving({ code, purpose, defaults, form, drafts, onSold });
  const { phone, scanning, setScanning, shows } = parts;
  const bar = useWriting(code, form, save, { F9: () => setScanning(!scanning) });
  const view = { code, form, defaults, parts, setOver };
  return (
    <div className="document-page">
      <DocumentBar
        {...bar}
        more={[
          { key: 'scan', label: t('editor.lines.scan'), extra: 'F9' },
          ...(looksBack(code) ? [{ key: 'history', label: t('bill.history') }] : []),
        ]}
        onMore={(key) => (key === 'history' ? setOver('history') : setScanning(true))}
      />
      <DraftOffer
        drafts={drafts}
        dirty={form.dirty}
        about={aboutLine}
        onTaken={() => !phone && focusFirstLine(form)}
      />
      {form.refusal.message !== null && <RefusalAlert message={form.refusal.message} />}
      {phone && (
        <Segmented<EditorStep>
          aria-label={t('document.steps')}
          block
          className="document-step"
          value={parts.step}
          onChange={parts.setStep}
          options={steps.map((value) => ({ value, label: t(`document.step.${value}`) }))}
        />
      )}
      {shows('head') && <DocumentEditorHead {...view} />}
      {shows('lines') && <DocumentEditorLines {...view} sold={sold} />}
      {shows('foot') && <DocumentEditorFoot form={form} />}
      {phone && sold !== null && <LastSale code={code} sold={sold} />}
      {over !== null && (
        <DocumentEditorDialog
          over={over}
          form={form}
          defaults={defaults}
          onClose={() => setOver(null)}
        />
      )}
    </div>
  );
}

// Reads on return to the front bring equal data: memo avoids redrawing the form.
const Written = memo(GoodsDocumentForm);

/** Holds the form's visible section and scanning state. A phone shows one section at a time. */
function useEditorParts(code: GoodsKindCode, form: GoodsForm) {
  const phone = usePhone();
  const retail = isRetail(code);
  const { head, refusal } = form;
  const [scanning, setScanning] = useState(retail);
  const [step, setStep] = useState<EditorStep>(retail ? 'lines' : 'head');
  useEffect(() => {
    if (refusal.step !== null) setStep(refusal.step);
  }, [refusal]);
  useEffect(() => {
    // A required partner or the scanner has already taken focus.
    const waits = head.partnerId === null && documentKinds[code].partner?.required === true;
    if (head.id === null && !phone && !waits && !scanning) focusFirstLine(form);
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const shows = (part: EditorStep): boolean => !phone || step === part;
  return { phone, scanning, setScanning, step, setStep, shows };
}

interface EditorPartProps {
  readonly code: GoodsKindCode;
  readonly form: GoodsForm;
  readonly defaults: Defaults;
  readonly parts: ReturnType<typeof useEditorParts>;
  readonly setOver: (over: EditorOverlay) => void;
}

function DocumentEditorHead({ code, form, parts: { phone, scanning }, setOver }: EditorPartProps) {
  const settings = useSettings();
  const sources = useStore(form.store, () => sourceNumbersOfLines(form.store.values()));
  return (
    <DocumentHead
      code={code}
      head={form.head}
      onChange={form.setHead}
      onPartner={(choice) => void changePartner(form, choice, !phone && !scanning)}
      partnerFixed={sources !== '' && partnerFollows(code)}
      errors={{
        ...(form.unpriced !== null && { [form.unpriced]: unpricedText(form.unpriced) }),
        ...form.refusal.fields,
      }}
      sourceNumbers={sources}
      {...(documentKinds[code].targetWarehouse && { ends: <TransferEnds store={form.store} /> })}
      {...(sourceKinds(code, settings.purchaseBySale).length === 0
        ? {}
        : { onLink: () => setOver('link') })}
    />
  );
}

interface EditorLinesProps extends EditorPartProps {
  readonly sold: CompletedSale | null;
}

function DocumentEditorLines({ code, form, defaults, parts, setOver, sold }: EditorLinesProps) {
  const mayExplain = useMayExplain();
  return (
    <div className="document-lines">
      <GoodsLines
        code={code}
        store={form.store}
        pricing={form.rules.pricing}
        warehouses={defaults.warehouses}
        defaultWarehouse={defaults.warehouseId}
        world={form.world}
        onLeave={leaveGrid}
        scanning={parts.scanning}
        onScanning={parts.setScanning}
        onExplain={mayExplain ? setOver : undefined}
      />
      {isRetail(code) && !parts.phone && !isUnseen(form.rules) && (
        <div className="till">
          <DocumentEditorTill form={form} />
          {sold !== null && <LastSale code={code} sold={sold} />}
        </div>
      )}
    </div>
  );
}

/** Fields of the foot; the hidden field of attached files takes no focus. */
const FOOT_FIELD = ':is(.document-foot, .cash-panel) input:not([type="file"], :disabled)';

/** Enter after the last cell of the grid goes on in the foot. */
const leaveGrid = (): void => {
  const find = (field: string) => document.querySelector<HTMLElement>(`${FRONT_PANE} ${field}`);
  (find(FOOT_FIELD) ?? find('.document-foot textarea'))?.focus();
};

function DocumentEditorFoot({ form }: { readonly form: GoodsForm }) {
  const { head, setHead, store, rules, refusal } = form;
  const { multiAccount } = useSettings();
  const phone = usePhone();
  const settles = documentKinds[rules.kind].amounts.length > 0;
  return (
    <footer className="document-foot">
      <NotesFoot form={form} remarkLabel={remarkLabel(documentKinds[rules.kind])} biz="bill" />
      {isRetail(rules.kind) && !isUnseen(rules)
        ? phone && <DocumentEditorTill form={form} />
        : settles && (
            <SettlementFoot
              store={store}
              draft={head.settlement}
              onChange={(settlement) => setHead({ settlement })}
              rules={rules}
              currency={head.currency}
              exchangeRate={head.exchangeRate}
              depositLeft={head.depositLeft}
              several={multiAccount}
              errors={refusal.fields}
            />
          )}
    </footer>
  );
}

const DocumentEditorTill = ({ form }: { readonly form: GoodsForm }) => (
  <CashPanel
    currency={form.head.currency}
    store={form.store}
    draft={form.head.settlement}
    onChange={(settlement) => form.setHead({ settlement })}
    rules={form.rules}
    errors={form.refusal.fields}
    prepayment={form.head.prepayment}
    bonus={form.head.bonus}
    member={form.head.partnerId !== null}
  />
);

/** Overlay of the form: earlier documents, source picker, or stock of a line. */
type EditorOverlay = 'history' | 'link' | LineDraft;

interface EditorDialogProps {
  readonly over: EditorOverlay;
  readonly form: GoodsForm;
  readonly defaults: Defaults;
  readonly onClose: () => void;
}

function DocumentEditorDialog({ over, form, defaults, onClose }: EditorDialogProps) {
  const { head, store, rules } = form;
  if (over === 'history') return <DocumentHistoryDialog form={form} onClose={onClose} />;
  if (over === 'link')
    return (
      <LinkPicker
        code={rules.kind}
        partnerId={head.partnerId}
        taken={sourceLinesOf(store.values())}
        onClose={onClose}
        onTake={(reply) => {
          onClose();
          takeSource(form, reply, defaults);
        }}
      />
    );
  const { product, warehouseId } = over;
  return (
    product && (
      <ExplainDialog
        name={product.productName}
        productId={product.productId}
        about="stock"
        warehouses={warehouseId === null ? [] : [warehouseId]}
        onClose={onClose}
      />
    )
  );
}
