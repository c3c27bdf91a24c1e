import { nodeFileSystem } from '../palace/store/realFile/fileSystem.ts';
import { copiesToRepairFrom } from '../palace/store/repair/repairFiles.ts';

/** The file in a palace's folder that `repair` would make a palace from whose own file is gone; undefined if there is none. */
export const copyToRepairFrom = (folder: string): string | undefined =>
  copiesToRepairFrom(nodeFileSystem, folder)[0];
