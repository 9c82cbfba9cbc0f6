import { goodsDocuments } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { Button, Result, Segmented } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../app/client.ts';
import { language } from '../app/language.ts';
import { notices } from '../app/notices.ts';
import { useMay } from '../app/permission.ts';
import { outdate } from '../app/query.ts';
import { useReadOnce } from '../app/readOnce.ts';
import { useSettings } from '../app/settings.ts';
import { useDirty, useTab, useTabs } from '../app/tabs.ts';
import { usePhone } from '../app/useMedia.ts';
import type { PartnerChoice } from '../control/references.tsx';
import { moneyText } from '../control/format.ts';
import { DocumentBar } from '../editor/document/DocumentBar.tsx';
import { DocumentHead } from '../editor/document/DocumentHead.tsx';
import { DraftOffer } from '../editor/document/DraftOffer.tsx';
import type { HeadDraft } from '../editor/document/headDraft.ts';
import { HistoryDialog, looksBack } from '../editor/document/HistoryDialog.tsx';
import { LinkPicker, partnerFollows, sourceKinds } from '../editor/document/LinkPicker.tsx';
import { RefusalAlert } from '../editor/document/RefusalAlert.tsx';
import { NotesFoot } from '../editor/document/NotesFoot.tsx';
import type { Defaults, Purpose, Start } from '../editor/document/start.ts';
import { convertedHead, convertedLines, readDefaults, startOf } from '../editor/document/start.ts';
import { useDocumentKeys } from '../editor/document/useDocumentKeys.ts';
import { useGoodsForm } from '../editor/document/useGoodsForm.ts';
import type { GoodsForm } from '../editor/document/useGoodsForm.ts';
import { useLocalDraft } from '../editor/document/useLocalDraft.ts';
import { useSaving } from '../editor/document/useSaving.tsx';
import { focused } from '../editor/grid/sheet.ts';
import { useStore } from '../editor/grid/useStore.ts';
import { GoodsLines } from '../editor/lines/GoodsLines.tsx';
import { isBlankLine } from '../editor/lines/lineDraft.ts';
import type { LineDraft } from '../editor/lines/lineDraft.ts';
import { priced } from '../editor/lines/priced.ts';
import { repriceAll } from '../editor/lines/lineService.ts';
import { CashPanel } from '../editor/settlement/CashPanel.tsx';
import { SettlementFoot } from '../editor/settlement/SettlementFoot.tsx';
import { figuresOfLines } from '../editor/settlement/useFigures.ts';
import { t } from '../phrase/index.ts';
import { ExplainDialog, useMayExplain } from './explain.tsx';
import { RowsSkeleton } from './states.tsx';
import '../editor/document/document.css';

interface Props {
  readonly code: GoodsKindCode;
  readonly purpose: Purpose;
}

/** A goods document being written: new, copied, made from others, or changed. */
export function DocumentEditor({ code, purpose }: Props) {
  const { key } = useTab();
  const { data, error, again } = useReadOnce(['documentStart', key], async () => {
    const defaults = await readDefaults();
    return { defaults, start: await startOf(code, purpose, defaults) };
  });
  if (error !== null) {
    return (
      <Result
        status="warning"
        title={error.message}
        extra={<Button onClick={() => void again()}>{t('act.retry')}</Button>}
      />
    );
  }
  if (data === undefined) return <RowsSkeleton />;
  return <Form code={code} purpose={purpose} {...data} />;
}

interface FormProps extends Props {
  readonly start: Start;
  readonly defaults: Defaults;
}

type Step = 'head' | 'lines' | 'foot';

function Form({ code, purpose, start, defaults }: FormProps) {
  const kind = documentKinds[code];
  const name = kind.name[language];
  const settings = useSettings();
  const tabs = useTabs();
  const may = useMay();
  const phone = usePhone();
  const { key: place } = useTab();
  const form = useGoodsForm(code, start, defaults);
  const { head, setHead, store, rules, dirty, refusal, saving } = form;
  const retail = kind.amounts.includes('change');
  const draft = useLocalDraft<HeadDraft, LineDraft>(place, form);
  const [linking, setLinking] = useState(false);
  const [history, setHistory] = useState(false);
  const mayExplain = useMayExplain();
  const [explained, setExplained] = useState<LineDraft | null>(null);
  const [scanning, setScanning] = useState(retail);
  const [step, setStep] = useState<Step>('head');
  const audits = kind.url !== null && may(kind.url, '2');
  const sources = useStore(store, () => sourceNumbersOf(store.values()));

  useDirty(dirty);
  useEffect(() => {
    tabs.setTitle(head.number === '' ? `${name} · ${t('shell.new')}` : head.number);
    // The tabs of a page stay the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [head.number, name]);

  const finish = async (id: string, number: string, goOn: boolean): Promise<void> => {
    draft.drop();
    await outdate(['document'], ['list']);
    const figures = figuresOfLines(store.values(), head.settlement, rules);
    const change = retail ? moneyText(figures.change.toFixed(), rules.pricing.digits) : '';
    void notices().message.success(
      retail && head.settlement.payment === 'now'
        ? t('document.savedChange', { number, change })
        : t('document.saved', { number }),
    );
    if (goOn || (retail && purpose.open === 'new')) {
      form.restart(await startOf(code, { open: 'new' }, defaults));
      return;
    }
    tabs.replace(`${kind.url}/${id}`);
  };

  const save = useSaving(form, {
    read: () => call(goodsDocuments.info, { id: head.id ?? '0' }).catch(() => null),
    onMine: ({ version }) => setHead({ version }),
    onTheirs: async ({ id }) => {
      draft.drop();
      form.restart(await startOf(code, { open: 'edit', id }, defaults));
    },
    onSaved: finish,
  });

  const changePartner = async (choice: PartnerChoice | null): Promise<void> => {
    const prepayment = choice?.prepayment ?? '';
    const usable = kind.prepaid && prepayment !== '' && !/^-|^0(\.0+)?$/.test(prepayment);
    setHead({
      partnerId: choice?.id ?? null,
      partnerName: choice?.name ?? '',
      prepayment: usable ? prepayment : '',
      settlement: { ...head.settlement, payment: usable ? 'prepaid' : 'now' },
    });
    const [first] = store.sheet().rows;
    if (store.values().every(isBlankLine)) {
      // The lines come next.
      if (choice !== null && first !== undefined && !phone && !scanning) {
        // After the drop-down has closed and given the focus back.
        setTimeout(
          () => store.change((sheet) => focused(sheet, { key: first.key, column: 'barcode' })),
          80,
        );
      }
      return;
    }
    if (choice === null) return;
    try {
      await repriceAll(store, { ...form.world(), partnerId: choice.id });
      void notices().message.info(t('editor.repriced', { name: choice.name }));
    } catch (error) {
      void notices().message.warning(
        t('editor.repriceFailed', { reason: (error as Error).message }),
      );
    }
  };

  const leaveGrid = useCallback(() => {
    document
      .querySelector<HTMLInputElement>(
        '.pane:not([style*="none"]) .document-foot input, .pane:not([style*="none"]) .cash-panel input',
      )
      ?.focus();
  }, []);

  useDocumentKeys({
    'Ctrl+S': () => void save(false),
    'Ctrl+Enter': () => (audits ? void save(true) : false),
    Escape: () => tabs.close(),
    F2: () => kind.url !== null && tabs.open(`${kind.url}/new`),
    F9: () => setScanning(!scanning),
    F10: () => void save(false, true),
  });

  const shows = (part: Step): boolean => !phone || step === part;
  return (
    <div className="document-page">
      <DocumentBar
        name={name}
        number={head.number}
        isNew={head.id === null}
        saving={saving}
        audits={audits}
        onSave={(audited, goOn) => void save(audited, goOn)}
        onClose={tabs.close}
        more={[
          { key: 'scan', label: t('editor.lines.scan'), extra: 'F9' },
          ...(looksBack(code) ? [{ key: 'history', label: t('bill.history') }] : []),
        ]}
        onMore={(key) => (key === 'history' ? setHistory(true) : setScanning(true))}
      />
      {draft.offered !== null && (
        <DraftOffer
          at={draft.offered.at}
          lines={draft.offered.lines.filter((line) => !isBlankLine(line)).length}
          onDrop={draft.dismiss}
          onTake={() => {
            const {
              head: kept,
              lines,
              key,
            } = draft.offered ?? { head, lines: [], key: form.key() };
            form.restart({ head: kept, lines }, key);
            form.setHead({});
            draft.dismiss();
          }}
        />
      )}
      {refusal.message !== null && <RefusalAlert message={refusal.message} />}
      {phone && (
        <Segmented<Step>
          block
          className="document-step"
          value={step}
          onChange={setStep}
          options={(['head', 'lines', 'foot'] as const).map((value) => ({
            value,
            label: t(`document.step.${value}`),
          }))}
        />
      )}
      {shows('head') && (
        <DocumentHead
          code={code}
          head={head}
          onChange={setHead}
          onPartner={(choice) => void changePartner(choice)}
          partnerFixed={sources !== '' && partnerFollows(code)}
          errors={refusal.fields}
          sourceNumbers={sources}
          {...(sourceKinds(code, settings.purchaseBySale).length === 0
            ? {}
            : { onLink: () => setLinking(true) })}
        />
      )}
      {shows('lines') && (
        <div className="document-lines">
          <GoodsLines
            code={code}
            store={store}
            pricing={rules.pricing}
            warehouses={defaults.warehouses}
            defaultWarehouse={defaults.warehouseId}
            world={form.world}
            onLeave={leaveGrid}
            scanning={scanning}
            onScanning={setScanning}
            onExplain={mayExplain ? setExplained : undefined}
          />
          {retail && !phone && <Till form={form} />}
        </div>
      )}
      {shows('foot') && (
        <footer className="document-foot">
          <NotesFoot
            remark={head.remark}
            attachments={head.attachments}
            onAttachments={(attachments) => setHead({ attachments })}
            biz="bill"
            onChange={(remark) => setHead({ remark })}
          />
          {retail
            ? phone && <Till form={form} />
            : kind.amounts.length > 0 && (
                <SettlementFoot
                  store={store}
                  draft={head.settlement}
                  onChange={(settlement) => setHead({ settlement })}
                  rules={rules}
                  exchangeRate={head.exchangeRate}
                  depositLeft={head.depositLeft}
                  several={settings.multiAccount}
                  errors={refusal.fields}
                />
              )}
        </footer>
      )}
      {explained?.product && (
        <ExplainDialog
          name={explained.product.productName}
          productId={explained.product.productId}
          about="stock"
          warehouses={explained.warehouseId === null ? [] : [explained.warehouseId]}
          onClose={() => setExplained(null)}
        />
      )}
      {history && (
        <HistoryDialog
          code={code}
          partnerId={head.partnerId}
          partnerName={head.partnerName}
          onClose={() => setHistory(false)}
        />
      )}
      {linking && (
        <LinkPicker
          code={code}
          partnerId={head.partnerId}
          taken={sourceLinesOf(store.values())}
          onClose={() => setLinking(false)}
          onTake={(reply) => {
            setLinking(false);
            const lines = convertedLines(code, reply, defaults).map((line) =>
              priced(line, rules.pricing),
            );
            const kept = store.values().filter((line) => !isBlankLine(line));
            const from = convertedHead(code, reply, defaults);
            // A second document adds its lines; what the head has already stays.
            const next = kept.some(({ source }) => source !== null) ? {} : headOfSource(from, head);
            store.change((sheet) => ({ ...sheet, focus: null, anchor: null }));
            store.reset([...kept, ...lines]);
            const partner = { partnerId: from.partnerId, partnerName: from.partnerName };
            setHead({ ...next, ...(from.partnerId === null ? {} : partner) });
          }}
        />
      )}
    </div>
  );
}

/** What a first source brings to the head; the remark and account of the form win where they were given. */
const headOfSource = (from: HeadDraft, head: HeadDraft): Partial<HeadDraft> => ({
  salespersonIds: from.salespersonIds,
  depositLeft: from.depositLeft,
  remark: head.remark === '' ? from.remark : head.remark,
  settlement: {
    ...head.settlement,
    discount: from.settlement.discount,
    services: from.settlement.services,
    depositUsed: from.settlement.depositUsed,
    accountId: from.settlement.accountId ?? head.settlement.accountId,
    payment: from.settlement.payment,
  },
});

const sourceNumbersOf = (lines: readonly LineDraft[]): string =>
  [...new Set(lines.flatMap(({ source }) => (source === null ? [] : [source.number])))].join(', ');

const sourceLinesOf = (lines: readonly LineDraft[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap(({ source }) => (source === null ? [] : [`${source.documentId} ${source.line}`])),
  );

const Till = ({ form }: { readonly form: GoodsForm }) => (
  <CashPanel
    store={form.store}
    draft={form.head.settlement}
    onChange={(settlement) => form.setHead({ settlement })}
    rules={form.rules}
    exchangeRate=""
    depositLeft=""
    several={false}
    errors={form.refusal.fields}
    prepayment={form.head.prepayment}
    member={form.head.partnerId !== null}
  />
);
