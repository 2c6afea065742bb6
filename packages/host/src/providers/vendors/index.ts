export { createEndpoints, type EndpointParts, type Endpoints, endpointSettings } from './endpoints'
export { type VendorParts, vendorModels, vendorSettings } from './vendor-models'
export { createVendorProvider, type Upstream, type Vendor, type VendorPorts } from './vendor-provider'
export { compatible, VENDORS } from './vendors'
