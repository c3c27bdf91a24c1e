/** What computes vectors: our own WebAssembly (a new number when its vectors change), or onnxruntime-web. */
export const ownEngine = 'synapse-int7-1';
export const ortEngine = 'onnxruntime-web';
export type EngineName = typeof ownEngine | typeof ortEngine;

/** Which engine a setting allows: the best that can run the model, or onnxruntime-web alone. */
export const engineChoices = ['automatic', ortEngine] as const;
export type EngineChoice = (typeof engineChoices)[number];
