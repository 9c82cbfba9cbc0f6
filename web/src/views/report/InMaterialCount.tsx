import { inDetailTable, inMaterialCountTable } from '@tradehouse/contract';
import { countPage } from '../../list/countPage.tsx';

export default countPage(inMaterialCountTable, inDetailTable, 'targetWarehouses');
