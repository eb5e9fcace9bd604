package dev.carillon.worker.handler;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Checks which addresses may be called: a host name is resolved before the call, and each of its addresses must be
 * allowed.
 */
final class HttpAddresses {
    private final boolean privateAllowed;

    HttpAddresses(boolean privateAllowed) {
        this.privateAllowed = privateAllowed;
    }

    void check(URI url) throws TaskFailure {
        if (privateAllowed) {
            return;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(url.getHost())) {
                if (isPrivate(address)) {
                    throw new TaskFailure(
                            HandlerProblem.HTTP_FORBIDDEN_ADDRESS.name(),
                            "url: " + url.getHost() + " is " + address.getHostAddress()
                                    + ", a private address, which this worker does not call; set"
                                    + " worker.http.private-addresses to true to allow it",
                            false);
                }
            }
        } catch (UnknownHostException e) {
            throw new TaskFailure(HandlerProblem.HTTP_UNREACHABLE.name(), "url: " + url.getHost() + " has no address");
        }
    }

    static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean carrier = bytes.length == 4 && (bytes[0] & 0xff) == 100 && (bytes[1] & 0xc0) == 64;
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || uniqueLocal
                || carrier;
    }
}
