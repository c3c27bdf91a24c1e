/** The type of the inspector's panel. */
export const inspectorViewType = 'synapsePalace.inspector';
